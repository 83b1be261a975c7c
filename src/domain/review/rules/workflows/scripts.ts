// Scripts that run what they have just loaded, and runners that outsiders reach.
import { shortened } from '#domain/text/shown-text.js'
import type { ReviewSeverity } from '#schemas/review/enums.js'
import { plainExpression, type WorkflowDanger } from './danger.js'
import type { WorkflowJobView, WorkflowView } from './view.js'

const PIPED =
  /\b(?:curl|wget|iwr|irm|Invoke-(?:WebRequest|RestMethod))\b[^\n|;]{0,100}(?:\|\s{0,5}(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3})?)?(?:env\s\S{1,40}\s)?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh\b|\|\s{0,5}(?:sudo\s{1,3})?(?:python3?|node|perl|ruby|php|iex|Invoke-Expression)\b)|\b(?:ba|z|da)?sh\s{1,3}(?:-\w{1,3}\s{1,3})?(?:<\(|"?\$\()\s{0,3}(?:curl|wget)\b|\b(?:eval|source|\.)\s{1,3}["']?(?:<\(|\$\()\s{0,3}(?:curl|wget)\b|\b(?:iex|Invoke-Expression)\b[^\n]{0,40}(?:DownloadString|iwr|irm|Invoke-WebRequest)/i
/** What hides what it does. */
const DECODED =
  /\bbase64\s{1,3}(?:-d|-D|--decode)\b[^\n|]{0,60}\|\s{0,5}(?:sudo\s{1,3})?(?:(?:ba|z|da)?sh|python3?|perl|node)\b|\|\s{0,3}xxd -r[^\n|]{0,40}\|\s{0,3}(?:ba)?sh\b|\beval\b[^\n]{0,20}\$\([^\n]{0,80}base64\b/
const ADDRESS = /\bhttps?:\/\/[\w.-]{1,120}[^\s"'`|)<>]{0,200}/i

/** Where the makers of a tool tell everybody to load it from. */
const KNOWN_INSTALLERS =
  /^https:\/\/(?:sh\.rustup\.rs|get\.docker\.com|install\.python-poetry\.org|(?:www\.)?deno\.land\/(?:x\/)?install|bun\.sh\/install|get\.pnpm\.io|astral\.sh\/|get\.sdkman\.io|fly\.io\/install|deb\.nodesource\.com|apt\.llvm\.org|get\.helm\.sh|nixos\.org|install\.determinate\.systems|sh\.rustup|raw\.githubusercontent\.com\/(?:nvm-sh|helm|golangci|aquasecurity|anchore|Homebrew|rhysd|pyenv|reviewdog|kubernetes-sigs|fluxcd|k3d-io|hashicorp|github|actions)\/|cli\.codecov\.io|get\.volta\.sh|mise\.run|mise\.jdx\.dev|get-ghcup\.haskell\.org|sdk\.cloud\.google\.com|aka\.ms\/|dot\.net\/|just\.systems\/|taskfile\.dev\/|goreleaser\.com|starship\.rs|get\.opentofu\.org|fluxcd\.io|get\.k3s\.io|sh\.wasmer\.io|wasmtime\.dev|rustwasm\.github\.io|github\.com\/(?:rhysd|golangci|rustwasm)\/)/i

export function scriptDangers(view: WorkflowView): WorkflowDanger[] {
  return view.jobs.flatMap((job) =>
    job.steps.flatMap(({ run, runLine }) => {
      const found = run === undefined ? undefined : loadedScript(run)
      return found ? [{ ...found, line: runLine + found.line - 1 }] : []
    })
  )
}

interface LoadedScript extends WorkflowDanger {
  /** Within the text. */
  line: number
}

/** Undefined if the script runs nothing that it loads. */
export function loadedScript(script: string): LoadedScript | undefined {
  // A command may go on in the next line.
  const text = script.replaceAll('\\\n', '  ')
  const match = DECODED.exec(text) ?? PIPED.exec(text)
  if (!match) return undefined
  const isHidden = DECODED.test(match[0])
  const address = ADDRESS.exec(text.slice(match.index, match.index + match[0].length + 120))?.[0] ?? ''
  const { severity, confidence } = weighed(address, isHidden)
  return {
    key: `loaded ${isHidden} ${address}`,
    line: script.slice(0, match.index).split('\n').length,
    severity,
    confidence,
    title: isHidden ? 'A script runs what it has decoded' : 'A script is loaded and run at once',
    description: isHidden
      ? 'What runs here is written in a form that nobody can read.'
      : `Whoever can change what ${address ? `\`${shortened(address, 120)}\`` : 'the address'} answers, or the way to it, decides what runs here with the token and the secrets of the job.`,
    suggestion: 'Load a fixed version, compare its digest with one that is written here, and run it then.'
  }
}

const PINNED_ADDRESS = /\/[0-9a-f]{40}\//

function weighed(address: string, isHidden: boolean): { severity: ReviewSeverity; confidence: number } {
  if (isHidden) return { severity: 'high', confidence: 0.85 }
  if (KNOWN_INSTALLERS.test(address) || PINNED_ADDRESS.test(address))
    return { severity: 'low', confidence: 0.4 }
  if (address === '') return { severity: 'medium', confidence: 0.5 }
  return { severity: 'high', confidence: address.startsWith('http:') ? 0.9 : 0.75 }
}

const OWN_RUNNER = /\bself-hosted\b/i
const HOSTED = /^(?:ubuntu|windows|macos)-|\$\{\{|^group$/i
const OF_FORKS = ['pull_request', 'pull_request_target']
const ONLY_OWN =
  /head\.repo\.full_name\s{0,3}==|github\.repository\s{0,3}==\s{0,3}github\.event\.pull_request\.head|head\.repo\.fork|github\.event_name\s{0,3}(?:!=\s{0,3}'pull_request|==\s{0,3}'(?:push|schedule|workflow_dispatch|release)')|github\.ref\s{0,3}==|author_association/

/** Whether a pull request from a fork may put code onto a machine of the owner. */
export function runnerDangers(view: WorkflowView, isPublic: boolean | null): WorkflowDanger[] {
  const trigger = OF_FORKS.find((name) => view.triggers.has(name))
  if (trigger === undefined || isPublic === false) return []
  return view.jobs
    .filter(
      ({ runners, condition }) => runners.some(isOwnRunner) && !ONLY_OWN.test(plainExpression(condition))
    )
    .map((job) => runnerDanger(job, trigger, isPublic))
}

const isOwnRunner = (runner: string) => OWN_RUNNER.test(runner) && !HOSTED.test(runner)

const runnerDanger = (job: WorkflowJobView, trigger: string, isPublic: boolean | null): WorkflowDanger => ({
  key: `runner ${job.id} ${trigger}`,
  line: job.line,
  severity: 'high',
  confidence: isPublic ? 0.85 : 0.6,
  title: 'Pull requests from forks run on a machine of your own',
  description: `The job ${job.id} runs on a self-hosted runner for \`${trigger}\`: whoever opens a pull request runs code on that machine, and may leave something behind for the next job.`,
  suggestion:
    'Run pull requests on hosted runners, or only those whose head lies in this repository: `github.event.pull_request.head.repo.full_name == github.repository`.'
})
