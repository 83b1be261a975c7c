// Cues of what lasts: two values that differ, a name that does not exist, a refused credential, an account's quota.
import type { LogCue } from './cue.js'

export const LASTING_CUES: readonly LogCue[] = [
  {
    id: 'two-values',
    pattern:
      /\bexpected\b.{0,120}\b(?:got|but|was|were|received|actual|found|to (?:be|equal|match|have|contain|include|deep))\b|^\W{0,6}(?:expected|received|actual|got|want)\b ?\w{0,10}\W|assert(?:ion)?\w{0,10}\b.{0,80}(?:==|!=|equal)|\b(?:not equal|toEqual|toBe|assertEquals?|should (?:be|equal|have|return))\b|^\s{0,4}E\s.{0,120}(?:==|!=)/i,
    example: 'expected 3 to equal 4'
  },
  {
    id: 'difference',
    pattern:
      /^\s{0,10}[-+] (?:expected|received|actual|snapshot)|^@@ |\bsnapshots? (?:\w{1,10} )?(?:mismatch|failed|obsolete|written|does not match)|^--- |^\+\+\+ |\bdiff\b/i,
    example: '- Expected'
  },
  {
    id: 'own-error',
    pattern:
      /\b(?:TypeError|ReferenceError|NameError|AttributeError|KeyError|IndexError|ImportError|ModuleNotFoundError|SyntaxError|NoMethodError|NullPointerException|ClassNotFoundException|NullReferenceException|IllegalArgumentException|IllegalStateException|ValueError|UndefinedFunctionError|ArgumentError)\b|index out of (?:range|bounds)|nil pointer|undefined (?:method|index|variable|reference|symbol)|is not (?:a function|defined|iterable)|panicked at|unwrap\(\)/,
    example: 'TypeError: x is not a function'
  },
  {
    id: 'code-place',
    pattern:
      /^\S{0,200}\.(?:ts|tsx|js|jsx|mjs|py|go|rs|java|kt|scala|c|cc|cpp|h|hpp|cs|rb|php|swift|ex|exs|dart|hs|vue|css|sh|sql|proto|ya?ml|tf)[:(]\[?\d{1,6}.{0,12}\b(?:error|warning|note)\b|\berror (?:TS|CS|C|E|LNK|FS|BC)\d{3,5}|\berror\[E\d{4}\]|^\s{1,8}\d{1,5}:\d{1,4}\s{1,4}(?:error|warning)\b/i,
    example: 'src/a.ts(3,4): error TS2304'
  },
  {
    id: 'no-version',
    pattern:
      /\b(?:no matching|no (?:such |compatible |satisfying )?version|could not find (?:a |any )?(?:matching )?version|not (?:a )?satisf|unsatisfiable|conflict(?:s|ing)?|incompatible|ERESOLVE|ETARGET|notarget|no candidates?|manifest unknown|unknown revision|unable to resolve dependency|no longer (?:available|exists?)|has no installation candidate|unable to locate package|requires? .{1,60}(?:but|which)|out of (?:sync|date)|lock ?file)\b/i,
    example: 'no matching version for a@9'
  },
  {
    id: 'absent',
    pattern:
      /\b404\b|\bnot found\b|does(?: not|n't) exist|no such (?:file|target|task|module|command|image)|cannot find|could not find|unable to find|\bmissing\b/i,
    example: 'the file does not exist'
  },
  {
    id: 'refused-login',
    pattern:
      /bad credentials|(?:invalid|wrong|expired|incorrect|missing|revoked) (?:\w{1,12} )?(?:token|password|credentials|api ?key|secret|username|signature)|\b401\b|unauthori[sz]ed|permission denied|(?:access|authorization) (?:is |was )?denied|authenticat\w{1,4}|not authori[sz]ed|insufficient (?:scope|permission)|AccessDenied|not permitted|\bforbidden\b/i,
    example: 'bad credentials'
  },
  {
    id: 'misconfigured',
    pattern:
      /\bunknown (?:option|command|argument|flag|property|key|field|target|task|input|rule)|unrecogni[sz]ed|invalid (?:value|option|argument|config\w{0,10}|input|syntax|reference)|must (?:be (?:set|one of|specified|provided)|specify)|is (?:required|not set|not configured)|required (?:input|property|argument|option|variable)|syntax error|\bschema\b|unexpected (?:key|token|value|input)/i,
    example: 'unknown option --fats'
  },
  {
    id: 'account',
    isFinal: true,
    pattern:
      /\bbilling\b|\bpurchase\b|\bupgrade (?:your|to)\b|\b(?:monthly|per month)\b|\b(?:data|account|storage|free) quota\b|\byour (?:plan|account|subscription)\b|over its (?:data )?quota|spending limit|\bcredits\b/i,
    example: 'upgrade your plan: monthly quota used up'
  },
  {
    id: 'certificate',
    isFinal: true,
    pattern:
      /certificate (?:has )?expired|certificate verify failed|self[- ]signed|unable to get local issuer|unknown authority|CERT_|PKIX|certificate.{0,40}(?:not valid|mismatch|invalid)/i,
    example: 'self-signed certificate'
  },
  {
    id: 'hollow-host',
    isFinal: true,
    pattern:
      /\b(?:resolve|host\w{0,4}|https?:\/\/)\W{0,6}(?:undefined|null|none|nan|your[-_]|changeme|todo|\$\{?\w{1,30}|<)/i,
    example: 'could not resolve https://undefined/a'
  },
  {
    id: 'own-limit',
    pattern:
      /heap (?:space|out of memory|limit)|OutOfMemoryError|GC overhead|memory (?:limit|cgroup)|maximum (?:execution|run|running) time|max_old_space|-Xmx|execution took longer than|timeout-minutes|memory limit|allowed memory size/i,
    example: 'Java heap space'
  },
  {
    id: 'found-problems',
    pattern:
      /\b[1-9]\d{0,5} (?:errors?|problems?|warnings?|violations?|offen[cs]es?|issues?|vulnerabilit\w{1,4}|files? would)\b|threshold|below|vulnerabilit|\bCVE-|coverage/i,
    example: '3 problems'
  },
  {
    id: 'many-failed',
    pattern:
      /\b(?:[5-9]|[1-9]\d{1,4}) (?:tests? |specs? |examples? |suites? )?(?:failed|failures|failing)\b/i,
    example: '12 tests failed'
  }
]
