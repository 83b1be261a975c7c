// Updates of a go.sum: the sums of the new version come in, and that of the older archive goes.
import { directivesIn } from '../../manifests/go/module-lines.js'
import { compareVersions } from '../../versions/versions.js'
import { eachLineAt } from '../formats/lines-at.js'
import type { PlacedEdit } from '../placed-edits.js'
import type { PackageMetadata } from '../update.js'
import { type LockDraft, type LockOutcome, type LockRequest, NOTHING_TO_DO, needsMetadata } from './lock.js'

interface SumLine {
  /** Without the `v`, and without `/go.mod`. */
  version: string
  stated: string
  isManifest: boolean
  from: number
  to: number
}

interface SumFile {
  path: string
  text: string
  lines: ReadonlyMap<string, readonly SumLine[]>
  /** The version of each module that go.mod requires. */
  required: Map<string, string>
}

const MANIFEST = '/go.mod'
const DIGEST = /^h1:[A-Za-z0-9+/]{43}=$/

export function goSumDraft(path: string, text: string, files: ReadonlyMap<string, string>): LockDraft {
  const file: SumFile = { path, text, lines: linesIn(text), required: requiredBy(path, files) }
  const edits: PlacedEdit[] = []
  return {
    path,
    pins: (name) => (file.lines.get(name) ?? []).some(({ isManifest }) => !isManifest),
    raise: (request) => raiseSum(file, request, edits),
    edits: () => edits
  }
}

function linesIn(text: string): Map<string, SumLine[]> {
  const lines = new Map<string, SumLine[]>()
  eachLineAt(text, (line, from) => {
    const [name = '', stated = ''] = line.trim().split(/\s+/, 2)
    if (name === '' || !stated.startsWith('v')) return
    const isManifest = stated.endsWith(MANIFEST)
    const version = stated.slice(1, isManifest ? -MANIFEST.length : undefined)
    const end = text.indexOf('\n', from)
    const one = { version, stated, isManifest, from, to: end < 0 ? text.length : end + 1 }
    const known = lines.get(name)
    if (known) known.push(one)
    else lines.set(name, [one])
  })
  return lines
}

function requiredBy(path: string, files: ReadonlyMap<string, string>): Map<string, string> {
  const manifest = files.get(`${path.slice(0, path.length - 'go.sum'.length)}go.mod`) ?? ''
  const directives = directivesIn(manifest)
  return new Map(
    (typeof directives === 'number' ? [] : directives)
      .filter(({ verb }) => verb === 'require')
      .map(({ words: [name = '', version = ''] }) => [name, version.replace(/^v/, '')])
  )
}

function raiseSum(file: SumFile, request: LockRequest, edits: PlacedEdit[]): LockOutcome {
  const { package: name } = request.fix
  const [restated] = request.restated
  if (!restated) return NOTHING_TO_DO
  const to = restated.after.replace(/^v/, '')
  const lines = file.lines.get(name) ?? []
  const metadata = request.metadata(name, request.fix.to)
  const [archive = '', manifest = ''] = metadata?.hashes ?? []
  if (!metadata || !DIGEST.test(archive) || !DIGEST.test(manifest))
    return {
      refusal: needsMetadata(
        file.path,
        'the sums and requirements',
        { name, version: request.fix.to },
        request
      )
    }
  const missing = missingModule(file, metadata)
  if (missing !== null) return { refusal: missing }
  const commit = () => {
    file.required.set(name, to)
    for (const line of lines)
      if (!line.isManifest && (compareVersions('go', line.version, to) ?? 0) < 0)
        edits.push({ from: line.from, to: line.to, text: '' })
    const known = new Set(lines.map(({ stated }) => stated))
    const added = [
      [`v${to}`, archive],
      [`v${to}${MANIFEST}`, manifest]
    ].flatMap(([stated = '', digest = '']) => (known.has(stated) ? [] : [`${name} ${stated} ${digest}\n`]))
    edits.push(insertionOf(file, lines, to, added.join('')))
  }
  return { commit, forced: false }
}

/** New lines come behind those of lower versions. */
function insertionOf({ text }: SumFile, lines: readonly SumLine[], to: string, added: string): PlacedEdit {
  const before = lines.filter(({ version }) => (compareVersions('go', version, to) ?? 0) <= 0).at(-1)
  const at = before?.to ?? lines[0]?.from ?? text.length
  const isBroken = at > 0 && text[at - 1] !== '\n'
  return { from: at, to: at, text: `${isBroken ? '\n' : ''}${added}` }
}

/** All that the new version requires has to be selected already, with its sums. */
function missingModule(file: SumFile, { dependencies }: PackageMetadata): string | null {
  for (const [name, stated] of Object.entries(dependencies)) {
    const version = stated.replace(/^v/, '')
    const selected = file.required.get(name)
    const isMet = selected !== undefined && (compareVersions('go', selected, version) ?? -1) >= 0
    const hasSum = file.lines.get(name)?.some((line) => line.isManifest && line.version === version)
    if (!isMet || !hasSum)
      return `It requires ${name} v${version}, of which go.mod and go.sum do not tell; run \`go get\` and \`go mod tidy\``
  }
  return null
}
