// What was made to get something to work once: conditions that are forced, checks that are off, places of one machine.
import type { Leftover } from './leftovers.js'

const CODE = [
  'javascript',
  'java',
  'kotlin',
  'scala',
  'groovy',
  'csharp',
  'php',
  'swift',
  'c',
  'objc',
  'dart',
  'go',
  'rust',
  'ruby'
]

export const TEMPORARY: readonly Leftover[] = [
  {
    languages: undefined,
    pattern:
      /\bhttps?:\/\/(?:[\w-]{1,60}\.)?(?:webhook\.site|requestbin\.(?:com|net)|(?:m\.)?pipedream\.net|beeceptor\.com|oast\.\w{2,6}|burpcollaborator\.net|interact\.sh|ngrok(?:-free)?\.(?:io|app|dev)|hookbin\.com|postb\.in|typedwebhook\.tools)\b/,
    what: 'Data is sent to a place for trying things out',
    why: 'Whoever knows the address reads what is sent there.',
    severity: 'medium',
    confidence: 0.75,
    category: 'security'
  },
  {
    languages: ['python'],
    pattern:
      /^\s*ALLOWED_HOSTS\s?=\s?\[\s?['"]\*|^\s*CORS_(?:ALLOW_ALL_ORIGINS|ORIGIN_ALLOW_ALL)\s?=\s?True|^\s*@csrf_exempt\b/,
    what: 'A check of where requests come from is switched off',
    why: 'Requests from anywhere are answered from now on.',
    severity: 'medium',
    confidence: 0.55,
    category: 'security'
  },
  {
    languages: ['javascript'],
    pattern: /<pre>\s?\{{1,2}\s?JSON\.stringify\(/,
    what: 'A dump of data is shown on the page',
    why: 'It shows people what only its author wanted to see.',
    severity: 'low',
    confidence: 0.5
  },
  {
    languages: CODE,
    pattern:
      /(?:\b(?:if|while|unless|return|else if)\b|&&|\?)\s{0,3}\(?\s{0,3}(?:true|1)\s{0,3}\|\|\s|\bif\s?\(\s?(?:true|false|0|1)\s?\)|\bif (?:true|false)\s?\{|\|\|\s?true\s?\)\s?(?:\{|$)|&&\s?false\s?\)\s?(?:\{|$)|\b(?:if|while|return)\b\s{0,3}\(?\s{0,3}(?:false|0)\s{0,3}&&\s/,
    what: 'A condition is forced',
    why: 'Whatever the rest of the condition says, it has no say: one side of the code always runs.',
    severity: 'high',
    confidence: 0.85,
    category: 'bug'
  },
  {
    languages: ['python'],
    pattern:
      /\b(?:if|while|return|elif)\s\(?(?:True\sor|False\sand)\s|\sor\sTrue\s?\)?\s?(?::|$)|\sand\sFalse\s?\)?\s?(?::|$)|^\s*if\s(?:True|False|0|1)\s?:/,
    what: 'A condition is forced',
    why: 'Whatever the rest of the condition says, it has no say: one side of the code always runs.',
    severity: 'high',
    confidence: 0.85,
    category: 'bug'
  },
  {
    languages: undefined,
    pattern:
      /["'`=](?:https?|wss?|redis|postgres(?:ql)?|mongodb|amqp):\/\/(?:[\w:-]{1,60}@)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|192\.168\.\d{1,3}\.\d{1,3}|10\.\d{1,3}\.\d{1,3}\.\d{1,3}|[\w-]{1,60}\.(?:ngrok(?:-free)?\.(?:io|app|dev)|loca\.lt|trycloudflare\.com|lan|local))\b/,
    isPlace: true,
    what: 'An address of one machine is written into the code',
    why: 'It leads to the machine of its author, or to whatever machine runs the code.',
    severity: 'medium',
    confidence: 0.6,
    category: 'bug'
  },
  {
    languages: undefined,
    pattern:
      /["'`](?:\/Users\/[A-Za-z][\w.-]{1,40}\/|\/home\/(?!runner|node|app|user\b|vscode|ubuntu|www|git)[a-z][\w.-]{1,40}\/|[A-Z]:\\{1,2}Users\\{1,2}[A-Za-z])/,
    isPlace: true,
    what: 'A path of one machine is written into the code',
    why: 'It is found on the machine of its author alone.',
    severity: 'medium',
    confidence: 0.75,
    category: 'bug'
  },
  {
    languages: undefined,
    pattern:
      /\brejectUnauthorized['"]?\s?:\s?false|\bInsecureSkipVerify\s?:\s?true|\bverify\s?=\s?False\b|\bNODE_TLS_REJECT_UNAUTHORIZED['"\]]{0,2}\s?[:=]\s?['"]?0|CURLOPT_SSL_VERIFY(?:PEER|HOST)\s?,\s?(?:false|0)|\bVERIFY_NONE\b|\bcheck_hostname\s?=\s?False|\bCERT_NONE\b|danger_accept_invalid_certs\(true|ServerCertificateCustomValidationCallback\s?=.{0,80}true|\bcurl\b.{0,40}\s(?:-k|--insecure)\s|\bstrictSSL\s?:\s?false|\btrustAllCerts|NoopHostnameVerifier|ALLOW_ALL_HOSTNAME|setAcceptAllCerts|http\.sslVerify['"\s=]{1,4}false/,
    what: 'Certificates are no longer checked',
    why: 'Whoever is between the two sides can read and change everything that they say.',
    severity: 'high',
    confidence: 0.75,
    category: 'security'
  },
  {
    languages: undefined,
    pattern:
      /\b(?:SKIP|DISABLE|BYPASS|NO)_?(?:AUTH(?:ENTICATION|ORIZATION)?|LOGIN|PERMISSIONS?|CSRF|VERIFICATION|VALIDATION|CHECKS?|RATE_?LIMIT)\b['"]?\s?[:=]\s?['"]?(?:true|True|1|yes)\b|\b(?:skip|bypass|disable)(?:Auth|Authentication|Authorization|Permissions?|Csrf|Verification|Validation)\s?[:=]\s?true\b/,
    what: 'A check is switched off',
    why: 'What it kept out comes in from now on.',
    severity: 'high',
    confidence: 0.7,
    category: 'security'
  },
  {
    languages: undefined,
    pattern:
      /^\s*(?:export\s)?(?:const|let|var|final|static|public|private|val|bool|boolean)?\s?(?:static\s|final\s|bool(?:ean)?\s){0,3}(?:DEBUG|IS_DEBUG|DEBUG_MODE|VERBOSE|USE_MOCKS?|MOCK_DATA|USE_FAKE_\w{1,20}|FAKE_\w{1,20}|isDebug|debugMode|useMocks?|useFakeData)\s?(?::\s?bool(?:ean)?)?\s?=\s?(?:true|True|1)\b/,
    what: 'A debug mode is switched on',
    why: 'It was on while the change was made, and is from now on for everybody.',
    severity: 'medium',
    confidence: 0.7,
    category: 'bug'
  },
  {
    languages: ['javascript', 'python', 'java', 'kotlin', 'csharp', 'ruby', 'go', 'php', 'scala'],
    pattern:
      /\b(?:console\.\w{3,6}|log(?:ger|ging)?\.\w{3,8}|Log\.[dviwe]|print(?:ln|f)?|puts|fmt\.Print\w{0,3}|System\.out\.print\w{0,3}|error_log|slog\.\w{4,6}|log\.Print\w{0,2}|Rails\.logger\.\w{3,6})\s?\(?/i,
    also: /(?<![\w-])(?:password|passwd|accessToken|access_token|refreshToken|refresh_token|authToken|auth_token|apiKey|api_key|secretKey|secret_key|clientSecret|client_secret|privateKey|creditCard|card_number|cardNumber|cvv|ssn|req\.headers|authorization)\b(?!\s?(?:is|was|has|must|should|not|reset|changed|updated|expired|missing|required|invalid|for|in|and|of|to|length|\.length))/i,
    what: 'A secret is written to the log',
    why: 'Whoever reads the log, now or later, can use it.',
    severity: 'medium',
    confidence: 0.6,
    category: 'security'
  },
  {
    languages: ['javascript', 'python', 'java', 'kotlin', 'csharp', 'ruby', 'go', 'php', 'rust'],
    pattern:
      /^\s*(?:await )?(?:time\.sleep\((?:[1-9]\d?|\d{3,6})\)|Thread\.sleep\(\d{4,7}L?\)|sleep[ (]\d{1,3}\)?;?\s*$|time\.Sleep\((?:\d{1,3} ?\* ?time\.Second|time\.(?:Second|Minute) ?\* ?\d{1,3})\)|asyncio\.sleep\([1-9]\d?\)|usleep\(\d{6,9}\)|Task\.Delay\(\d{4,7}\)|new Promise\(\(?\w{1,10}\)? ?=> ?setTimeout\(\w{1,10}, ?\d{4,6}\)\))/,
    what: 'The code waits for a fixed time',
    why: 'It hides that something is waited for without knowing when it is there.',
    severity: 'low',
    confidence: 0.5,
    category: 'bug'
  }
]

/** What says where a value comes from if it is not set: there an address of one machine is right. */
export const IS_FALLBACK =
  /\?\?|\|\||\benv\b|environ|getenv|getOrDefault|default|fallback|\bif\b.{0,40}(?:dev|local|test)|isDev|NODE_ENV|import\.meta|\?\s?["'`]|allowed|origin|cors|whitelist|listen|CORS/i
