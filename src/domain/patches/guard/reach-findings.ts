// Whether code that a language model wrote could do harm by being run: the checks of a repository run what stands on its
// branches, with what secrets they are given, before any person has read it.
import { isBuildFile } from './file-kinds.js'
import { createFileView, occursMoreOften } from './file-view.js'
import { findModelPathFault, type ModelPathFault } from './model-paths.js'
import type { PatchedFile, PatchFinding } from './patch.js'
import { normalizeSource } from './source.js'
import { harmFindings } from './syntax/harm-findings.js'

/** Words by which code reaches beyond itself, in the languages that are common; on compact text. */
const REACHES: readonly RegExp[] = [
  // What asks the network.
  /\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\b(?:axios|superagent|undici)\b|\bgot\(|\burllib|\brequests\.|\bhttpx\.|aiohttp|\bsocket\b|ftplib|smtplib|paramiko|net\/http|\bhttp\.(?:Get|Post|Head|PostForm|NewRequest|DefaultClient|request|get)\b|\bnet\.(?:Dial|connect|createConnection)|reqwest|std::net|URLConnection|\bnew URL\(|HttpClient|WebClient|Net::HTTP|open-uri|URI\.open|\bcurl\w*\b|\bwget\b|Invoke-(?:WebRequest|RestMethod)|Faraday|TcpClient|TcpStream/,
  /'(?:node:)?(?:net|tls|https?|http2|dgram|dns|dns\/promises)'/,
  // What runs something else.
  /child_process|(?<!\.)\bexec\(|\bexec\w+\(|\bspawn\w*\(|\bfork\(|\beval\(|\bFunction\(|subprocess|os\.(?:system|popen|exec|spawn)|os\/exec|exec\.Command|Command::new|std::process::Command|getRuntime\(|ProcessBuilder|Process\.Start|shell_exec|passthru|proc_open|\bpopen\b|\bsystem\(|%x|Open3|\b(?:instance|class|module)_eval|\b(?:ba|z|da|k)?sh -c\b|\|(?:ba|z|da)?sh\b|Invoke-Expression|\biex\b|worker_threads|'(?:node:)?(?:vm|cluster|module|inspector)'|go:(?:generate|linkname)|Class\.forName|Assembly\.Load|ScriptEngine|ctypes|dlopen|plugin\.Open|LoadLibrary/,
  // What loads code or data by a name that nobody can read.
  /\brequire\((?!')|\bimport\((?!')|__import__|importlib|\bpickle\b|\bmarshal\b|ObjectInputStream|\batob\(|b64decode|'base64'|fromCharCode|unescape\(|(?<![\w+/])[\w+/]{300}/,
  // What reads what is secret, or is not the code's own.
  /process\.(?:env|binding)|\bos\.(?:environ|getenv|putenv|Getenv|LookupEnv|Environ)|\benv::vars?|System\.getenv|GetEnvironmentVariable|\bENV[.[]|\bgetenv\(|\$_(?:ENV|SERVER)|(?:GITHUB|ACTIONS|NPM|AWS|AZURE|GCP)_[A-Z_]{0,100}(?:TOKEN|KEY|SECRET|URL)|\.ssh\/|\/proc\/|\/etc\/(?:passwd|shadow)|id_rsa|169\.254\./,
  // What destroys.
  /\brm -\w*[rf]|rmtree|RemoveAll|\brmSync\(|\bunlink\w*\(|rimraf|remove_dir_all|deleteDirectory|FileUtils\.rm/
]

/** As a method it mostly belongs to a pattern of text. */
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

/** Why no model changes this file, whatever it writes. */
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
  const [was, is] = [createFileView(before ?? '', path), createFileView(after, path)]
  const patterns = is.code.includes('child_process') ? [...REACHES, EXEC] : REACHES
  return patterns.some((pattern) => occursMoreOften(pattern, was, is)) || namesOtherHosts(before ?? '', after)
}

function namesOtherHosts(before: string, after: string): boolean {
  const known = new Set(hostsIn(before))
  return hostsIn(after).some((host) => !known.has(host))
}

const hostsIn = (text: string) =>
  [...normalizeSource(text).matchAll(ADDRESS)].map(([host]) => host.toLowerCase())
