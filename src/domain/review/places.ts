// What kind of place a file is in, by its path.
import { isLockFile, isSnapshotFile, isTestFile } from '../patches/guard/file-kinds.js'

const FIXTURE =
  /(?:^|\/)(?:fixtures?|__fixtures__|test[-_]?data|test[-_]?fixtures|test[-_]?support|mocks?|__mocks__|stubs?|cassettes|factories|spec\/support|seeds?)\/|(?:^|\/)[\w-]{0,60}\.(?:Unit|Integration)?Tests?\/|[./_-](?:fixture|mock|stub)s?\.\w{1,10}$|(?:^|\/)(?:mock|fake|stub)[_-]\w{1,60}\.\w{1,10}$/i
const EXAMPLE =
  /(?:^|\/)(?:examples?|samples?|demos?|tutorials?|playground|docs?|documentation|website)\/|[./_-](?:example|sample|template|dist|defaults?|tpl)$|(?:^|[/._-])(?:example|sample|template)[._-]/i
const DOCUMENT =
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|org|textile|tex)$|(?:^|\/)(?:LICENSE|NOTICE|AUTHORS|CHANGELOG|README)[^/]{0,40}$/i
const TRANSLATION =
  /(?:^|\/)(?:locales?|i18n|l10n|lang|langs|languages?|translations?|messages|nls|[\w-]{1,30}\.lproj|values-[a-z]{2}[\w-]{0,10})\/|\.(?:po|pot|xlf|xliff|arb|resx|strings|ftl)$|(?:^|\/)(?:messages|strings)[._-][\w-]{1,10}\.(?:json|ya?ml|properties|xml)$/i
const GENERATED =
  /\.(?:pb|pb\.gw|gen|generated|designer|freezed|g|mocks?_gen)\.\w{1,10}$|_(?:pb2|pb2_grpc|pb|grpc_pb|generated|gen|mock|string)\.(?:pyi?|js|d\.ts|go|rb|ts|cs|dart|rs)$|(?:^|\/)(?:zz_generated|bindata)[\w.]{0,60}$|(?:^|\/)(?:__generated__|generated|gen|autogen|codegen)\/|\.min\.(?:js|css|mjs)$|\.(?:js|css|mjs)\.map$|\.bundle\.js$|(?:^|\/)wire_gen\.go$/i
const VENDORED =
  /(?:^|\/)(?:vendor|vendors|vendored|third[-_]party|thirdparty|3rdparty|external|extern|node_modules|bower_components|jspm_packages|Pods|Carthage\/Checkouts|site-packages|\.yarn\/(?:cache|releases|plugins))\//
const OTHER_LOCK =
  /(?:^|\/)(?:bun\.lockb|gems\.locked|flake\.lock|[\w.-]{1,60}\.lock|pylock[\w.-]{0,60}\.toml|[\w.-]{1,60}\.lock\.json|conan\.lock|Manifest\.toml|verification-metadata\.xml|\.terraform\.lock\.hcl|MODULE\.bazel\.lock)$/
const SCRIPT_PLACE =
  /(?:^|\/)(?:scripts?|tools?|bin|cli|cmd|commands?|benchmarks?|bench|hack|tasks?|dev|examples?|samples?|demos?|seeds?|migrations?|notebooks?|docs?)\/|(?:^|\/)(?:cli|main|manage|setup|build|gulpfile|Gruntfile|rollup|webpack|vite|__main__)(?:[._-][\w.-]{0,40})?\.\w{1,5}$|\.config\.[cm]?[jt]s$/i

const WORKFLOW = /(?:^|\/)\.github\/(?:workflows|actions)\/[\w./ -]{1,300}\.ya?ml$|(?:^|\/)action\.ya?ml$/i
/** What checks the code or serves to check it. */
export const isTestPlace = (path: string) => isTestFile(path) || FIXTURE.test(path) || isSnapshotFile(path)
/** Workflows and actions of the host. */
export const isWorkflowPath = (path: string) => WORKFLOW.test(path)
export const isExamplePlace = (path: string) => EXAMPLE.test(path)
export const isDocument = (path: string) => DOCUMENT.test(path)
export const isTranslation = (path: string) => TRANSLATION.test(path)
/** What tools write by the look of its name. */
export const isGeneratedName = (path: string) => GENERATED.test(path)
export const isVendoredPlace = (path: string) => VENDORED.test(path)
export const isAnyLock = (path: string) => isLockFile(path) || OTHER_LOCK.test(path)
/** Where code talks to the person who runs it. */
export const isScriptPlace = (path: string) => SCRIPT_PLACE.test(path)

/** What nobody writes or reads by hand. */
export const isUnreadPlace = (path: string) =>
  isAnyLock(path) || isVendoredPlace(path) || isGeneratedName(path) || isSnapshotFile(path)

const LANGUAGES: Readonly<Record<string, string>> = {
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'javascript',
  tsx: 'javascript',
  mts: 'javascript',
  cts: 'javascript',
  vue: 'javascript',
  svelte: 'javascript',
  astro: 'javascript',
  py: 'python',
  pyi: 'python',
  rb: 'ruby',
  rake: 'ruby',
  erb: 'ruby',
  go: 'go',
  rs: 'rust',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  scala: 'scala',
  groovy: 'groovy',
  cs: 'csharp',
  fs: 'fsharp',
  vb: 'basic',
  php: 'php',
  swift: 'swift',
  m: 'objc',
  mm: 'objc',
  c: 'c',
  h: 'c',
  cc: 'c',
  cpp: 'c',
  cxx: 'c',
  hpp: 'c',
  ex: 'elixir',
  exs: 'elixir',
  dart: 'dart',
  lua: 'lua',
  pl: 'perl',
  pm: 'perl',
  r: 'r',
  jl: 'julia',
  hs: 'haskell',
  clj: 'clojure',
  sol: 'solidity',
  zig: 'zig',
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  ps1: 'powershell',
  sql: 'sql'
}

/** The programming language by the ending of the path; undefined for what is no code. */
export function codeLanguageOf(path: string): string | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined
}

export const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
/** With the slash at its end; empty for the root. */
export const directoryOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
