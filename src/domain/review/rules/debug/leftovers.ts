// What people write to see what their code does, by language.
import type { FindingCategory, ReviewSeverity } from '#schemas/review/enums.js'

export interface Leftover {
  /** By `codeLanguageOf`; undefined for all. */
  languages: readonly string[] | undefined
  pattern: RegExp
  /** What the line has to hold besides. */
  also?: RegExp
  what: string
  severity: ReviewSeverity
  confidence: number
  /** Whether it is right where code talks to the person who runs it. */
  isOutput?: boolean
  /** If it does more than to be in the way. */
  category?: FindingCategory
  /** Whether it is right as what is taken if nothing else is set. */
  isPlace?: boolean
  /** What comes of it, if that is not what comes of all of its severity. */
  why?: string
}

const STOPS = 'It waits for somebody at a terminal: where the code runs, nobody comes.'
const SHOWS = 'It shows what only its author wanted to see.'
const HELPED = 'It helped while the change was made, and has no use afterwards.'

/** Why it should not stay. */
export const reasonOf = ({ isOutput, severity, why }: Leftover): string =>
  why ?? (isOutput ? SHOWS : severity === 'high' ? STOPS : HELPED)

export const LEFTOVERS: readonly Leftover[] = [
  {
    languages: ['python'],
    pattern:
      /^\s*(?:import (?:pdb|ipdb|pudb|wdb)\b|(?:import [\w, ]{1,60}; ?)?(?:i?pdb|pudb|wdb)\.set_trace\(|breakpoint\(\)|from (?:i?pdb|pudb) import)|;\s?(?:i?pdb|pudb)\.set_trace\(|\b(?:debugpy|ptvsd)\.(?:wait_for_client|breakpoint|listen)\(|\bpydevd\.settrace\(/,
    what: 'A breakpoint',
    severity: 'high',
    confidence: 0.95
  },
  {
    languages: ['ruby'],
    pattern:
      /^\s*(?:binding\.(?:pry|irb|break|b)\b|byebug\b|debugger\b|require ['"](?:pry|byebug|debug)['"]$)|[;{]\s?binding\.(?:pry|irb)\b|<%=? ?(?:binding\.pry|debugger|console) ?%>/,
    what: 'A breakpoint',
    severity: 'high',
    confidence: 0.95
  },
  {
    languages: ['elixir'],
    pattern: /^\s*(?:require IEx;? ?)?IEx\.pry\b|\|> dbg\(\)/,
    what: 'A breakpoint',
    severity: 'high',
    confidence: 0.95
  },
  {
    languages: ['php'],
    pattern:
      /^\s*(?:dd|ddd|xdebug_break|die)\((?!['"]?\s?\))|^\s*(?:exit|die)\((?:print_r|var_dump|json_encode)/,
    what: 'A dump that ends the request',
    severity: 'high',
    confidence: 0.9
  },
  {
    languages: ['csharp', 'basic', 'fsharp'],
    pattern: /\bDebugger\.(?:Break|Launch)\(\)/,
    what: 'A breakpoint',
    severity: 'high',
    confidence: 0.9
  },
  { languages: ['r'], pattern: /^\s*browser\(\)/, what: 'A breakpoint', severity: 'high', confidence: 0.9 },
  {
    languages: ['lua'],
    pattern: /^\s*debug\.debug\(\)/,
    what: 'A breakpoint',
    severity: 'high',
    confidence: 0.9
  },
  {
    languages: ['shell'],
    pattern: /^\s*set -(?:\w{0,3})x\b/,
    what: 'A trace of every command',
    severity: 'low',
    confidence: 0.5
  },
  {
    languages: ['javascript'],
    pattern: /^\s*debugger;?\s{0,20}(?:\/\/.*)?$|[;{]\s?debugger;/,
    what: 'A `debugger` statement',
    severity: 'medium',
    confidence: 0.95
  },
  {
    languages: ['c', 'objc'],
    pattern:
      /\b(?:__debugbreak\(\)|__builtin_debugtrap\(\)|DebugBreak\(\))|asm\("int \$?3"\)|raise\(SIGTRAP\)/,
    what: 'A breakpoint',
    severity: 'medium',
    confidence: 0.85
  },
  {
    languages: ['go'],
    pattern: /\bruntime\.Breakpoint\(\)|\bspew\.(?:Dump|Printf)\(|\bpp\.Print/,
    what: 'A dump',
    severity: 'medium',
    confidence: 0.8
  },
  {
    languages: ['rust'],
    pattern: /(?<![\w!])dbg!\(/,
    what: 'A `dbg!` call',
    severity: 'medium',
    confidence: 0.9
  },
  {
    languages: ['rust'],
    pattern: /(?<!\w)(?:todo|unimplemented)!\(/,
    what: 'An unwritten part that panics',
    severity: 'medium',
    confidence: 0.7
  },
  {
    languages: ['kotlin'],
    pattern: /(?<![\w.])TODO\(/,
    what: 'An unwritten part that throws',
    severity: 'medium',
    confidence: 0.7
  },
  {
    languages: ['php'],
    pattern:
      /(?<![\w>$])(?:var_dump|print_r|var_export|dump|ray|debug_print_backtrace)\((?!.{0,120},\s?true\s?\))/,
    what: 'A dump',
    severity: 'medium',
    confidence: 0.85
  },
  { languages: ['elixir'], pattern: /\bIO\.inspect\b/, what: 'A dump', severity: 'medium', confidence: 0.8 },
  {
    languages: ['ruby'],
    pattern: /^\s*(?:pp|ap|awesome_print) (?!=)\S|^\s*p (?!=)[\w:@"'[{(]/,
    what: 'A dump',
    severity: 'medium',
    confidence: 0.75,
    isOutput: true
  },
  {
    languages: ['perl'],
    pattern: /\bData::Dumper\b|\bDumper\(/,
    what: 'A dump',
    severity: 'low',
    confidence: 0.6
  },
  {
    languages: ['python'],
    pattern: /^\s*(?:ic|pprint|pprint\.pprint|pp|snoop|icecream)\(|^\s*(?:from icecream|import snoop)/,
    what: 'A dump',
    severity: 'medium',
    confidence: 0.75,
    isOutput: true
  },
  {
    languages: ['javascript'],
    pattern: /(?<![\w.])console\.(?:log|debug|trace|dir|table|time|timeEnd|count)\(/,
    what: 'Output to the console',
    severity: 'low',
    confidence: 0.7,
    isOutput: true
  },
  {
    languages: ['javascript'],
    pattern: /^\s*(?:window\.)?alert\(/,
    what: 'An alert',
    severity: 'medium',
    confidence: 0.6,
    isOutput: true
  },
  {
    languages: ['python'],
    pattern: /^\s*print\(/,
    what: 'Output to the console',
    severity: 'low',
    confidence: 0.6,
    isOutput: true
  },
  {
    languages: ['ruby'],
    pattern: /^\s*puts[ (]/,
    what: 'Output to the console',
    severity: 'low',
    confidence: 0.6,
    isOutput: true
  },
  {
    languages: ['go'],
    pattern: /\bfmt\.Print(?:ln|f)?\(|(?<![\w.])println\(/,
    what: 'Output to the console',
    severity: 'low',
    confidence: 0.6,
    isOutput: true
  },
  {
    languages: ['rust'],
    pattern: /(?<!\w)e?println!\(/,
    what: 'Output to the console',
    severity: 'low',
    confidence: 0.5,
    isOutput: true
  },
  {
    languages: ['java', 'kotlin', 'scala', 'groovy'],
    pattern: /\bSystem\.(?:out|err)\.print|\.printStackTrace\(\)|^\s*println\(/,
    what: 'Output to the console',
    severity: 'low',
    confidence: 0.65,
    isOutput: true
  },
  {
    languages: ['csharp', 'basic', 'fsharp'],
    pattern: /\bConsole\.Write(?:Line)?\(|\bDebug\.(?:Print|WriteLine)\(/,
    what: 'Output to the console',
    severity: 'low',
    confidence: 0.6,
    isOutput: true
  },
  {
    languages: ['swift', 'dart'],
    pattern: /^\s*(?:print|debugPrint|dump|NSLog)\(/,
    what: 'Output to the console',
    severity: 'low',
    confidence: 0.65,
    isOutput: true
  },
  {
    languages: ['c', 'objc'],
    pattern: /\bprintf\(\s?"[^"]{0,10}(?:DEBUG|HERE|XXX|debug|here|>>>|###)|\bNSLog\(/,
    what: 'Output to the console',
    severity: 'low',
    confidence: 0.65,
    isOutput: true
  },
  {
    languages: ['python'],
    pattern:
      /^\s*(?:app|application)\.run\(.{0,120}\bdebug ?= ?True|^DEBUG ?= ?True\b|^\s*app\.debug ?= ?True/,
    what: 'A switched on debug mode',
    severity: 'medium',
    confidence: 0.75
  },
  {
    languages: ['java', 'kotlin', 'groovy'],
    pattern: /\bandroid:debuggable="true"|setWebContentsDebuggingEnabled\(true\)/,
    what: 'A switched on debug mode',
    severity: 'medium',
    confidence: 0.7
  }
]

/** What people write to remind themselves, and forget. */
export const REMINDER =
  /\b(?:do ?n[o']t|never) (?:merge|commit|submit|ship|push|release)\b|\b(?:DONOTMERGE|DONOTSUBMIT|DO_NOT_(?:MERGE|SUBMIT|COMMIT)|NOCOMMIT|NOMERGE|NOCHECKIN|NO_COMMIT)\b|\b(?:remove|revert|delete|undo|drop|take out)\b.{0,40}\b(?:before|prior to)\b.{0,20}\b(?:merg|commit|ship|releas|deploy|prod|push|review|land)|\b(?:temp(?:orary|orarily)?|quick)\b.{0,20}\b(?:hack|debug|debugging|workaround for testing|bypass|disabled? (?:auth|check|validation))|\b(?:for debugging|debugging only|only for debug|debug only|XXX:? ?debug|FIXME:? ?remove|TODO:? ?remove (?:this|me|debug)|testing only, remove)\b/i
