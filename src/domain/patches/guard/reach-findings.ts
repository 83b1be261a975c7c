// Checks whether code by a language model could do harm when it runs. CI runs every branch, possibly with secrets,
// before a person has read the change.
import { isBuildFile } from './file-kinds.js'
import { createFileView, occursMoreOften } from './file-view.js'
import { findModelPathFault, type ModelPathFault } from './model-paths.js'
import type { PatchedFile, PatchFinding } from './patch.js'
import { normalizeSource } from './source.js'
import { harmFindings } from './syntax/harm-findings.js'

/** Code that reaches beyond itself, in common languages; matched on compact text. */
const REACHES: readonly RegExp[] = [
  // Network access.
  /\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\b(?:axios|superagent|undici)\b|\bgot\(|\burllib|\brequests\.|\bhttpx\.|aiohttp|\bsocket\b|ftplib|smtplib|paramiko|net\/http|\bhttp\.(?:Get|Post|Head|PostForm|NewRequest|DefaultClient|request|get)\b|\bnet\.(?:Dial|connect|createConnection)|reqwest|std::net|URLConnection|\bnew URL\(|HttpClient|WebClient|Net::HTTP|open-uri|URI\.open|\bcurl\w*\b|\bwget\b|Invoke-(?:WebRequest|RestMethod)|Faraday|TcpClient|TcpStream/,
  /'(?:node:)?(?:net|tls|https?|http2|dgram|dns|dns\/promises)'/,
  // Running other programs or code.
  /child_process|(?<!\.)\bexec\(|\bexec\w+\(|\bspawn\w*\(|\bfork\(|\beval\(|\bFunction\(|subprocess|os\.(?:system|popen|exec|spawn)|os\/exec|exec\.Command|Command::new|std::process::Command|getRuntime\(|ProcessBuilder|Process\.Start|shell_exec|passthru|proc_open|\bpopen\b|\bsystem\(|%x|Open3|\b(?:instance|class|module)_eval|\b(?:ba|z|da|k)?sh -c\b|\|(?:ba|z|da)?sh\b|Invoke-Expression|\biex\b|worker_threads|'(?:node:)?(?:vm|cluster|module|inspector)'|go:(?:generate|linkname)|Class\.forName|Assembly\.Load|ScriptEngine|ctypes|dlopen|plugin\.Open|LoadLibrary/,
  // Loading code or data by an unreadable name.
  /\brequire\((?!')|\bimport\((?!')|__import__|importlib|\bpickle\b|\bmarshal\b|ObjectInputStream|\batob\(|b64decode|'base64'|fromCharCode|unescape\(|(?<![\w+/])[\w+/]{300}/,
  // Secrets and data outside of the code.
  /process\.(?:env|binding)|\bos\.(?:environ|getenv|putenv|Getenv|LookupEnv|Environ)|\benv::vars?|System\.getenv|GetEnvironmentVariable|\bENV[.[]|\bgetenv\(|\$_(?:ENV|SERVER)|(?:GITHUB|ACTIONS|NPM|AWS|AZURE|GCP)_[A-Z_]{0,100}(?:TOKEN|KEY|SECRET|URL)|\.ssh\/|\/proc\/|\/etc\/(?:passwd|shadow)|id_rsa|169\.254\./,
  // Destructive operations.
  /\brm -\w*[rf]|rmtree|RemoveAll|\brmSync\(|\bunlink\w*\(|rimraf|remove_dir_all|deleteDirectory|FileUtils\.rm/
]

/** Usually the method of a regular expression, so it counts only together with child_process. */
const EXEC = /\.exec\(/

const BUILD_REASON = 'What builds, installs or sets up the code is left to people.'
const REACH_REASON =
  'It makes the code reach out: what asks, runs, reads or destroys something is left to people.'
const ADDRESS = /\bhttps?:\/\/[\w.-]{1,253}/gi

export function reachFindings(files: readonly PatchedFile[]): PatchFinding[] {
  const places = files.map((file) => ({ file, closed: closedFileFinding(file) }))
  const open = places.flatMap(({ file, closed }) => (closed ? [] : [file]))
  const harms = harmFindings(open)
  return places.flatMap(({ file, closed }) =>
    closed ? [closed] : [...harms.filter(({ path }) => path === file.path), ...wordFindings(file)]
  )
}

/** Why no model may change this file, whatever the content. */
function closedFileFinding(file: PatchedFile): PatchFinding | undefined {
  const { path } = file
  if (isBuildFile(path)) return { fault: 'build_file', path, line: null, reason: BUILD_REASON }
  const place = isEdit(file) ? findModelPathFault(path) : NO_EDIT
  return place && { ...place, path, line: null }
}

const wordFindings = (file: PatchedFile): PatchFinding[] =>
  reachesOut(file) ? [{ fault: 'reaches_out', path: file.path, line: null, reason: REACH_REASON }] : []

const NO_EDIT: ModelPathFault = {
  fault: 'closed_place',
  reason: 'A language model makes, moves and deletes no file.'
}

const isEdit = ({ before, after, renamed_from }: PatchedFile) =>
  before !== null && after !== null && renamed_from === undefined

function reachesOut({ path, before, after }: PatchedFile): boolean {
  if (after === null) return false
  const [viewBefore, viewAfter] = [createFileView(before ?? '', path), createFileView(after, path)]
  const patterns = viewAfter.code.includes('child_process') ? [...REACHES, EXEC] : REACHES
  return (
    patterns.some((pattern) => occursMoreOften(pattern, viewBefore, viewAfter)) ||
    namesOtherHosts(before ?? '', after)
  )
}

function namesOtherHosts(before: string, after: string): boolean {
  const hostsBefore = new Set(hostsIn(before))
  return hostsIn(after).some((host) => !hostsBefore.has(host))
}

const hostsIn = (text: string) =>
  [...normalizeSource(text).matchAll(ADDRESS)].map(([host]) => host.toLowerCase())
