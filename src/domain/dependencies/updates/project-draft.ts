// The changes to one project, fix by fix: each is taken in all of its files, or in none.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { normalisePackageName } from '../advisories/names.js'
import { objectMember, parseJsonRecord } from '../manifests/formats/json.js'
import { compareVersions, majorOf } from '../versions/versions.js'
import { patchMembers } from './formats/json-patch.js'
import { spansOfJson } from './formats/json-spans.js'
import { lockDraftsOf } from './locks/index.js'
import type { LockDraft, LockRequest, Restatement } from './locks/lock.js'
import { mentionsIn } from './mentions/index.js'
import type { Mention } from './mentions/mention.js'
import { forcedSelectors, selectsPackage } from './mentions/package-json.js'
import { newDigests } from './pip-digests.js'
import { applyPlacedEdits, type PlacedEdit } from './placed-edits.js'
import type { ProjectFiles } from './projects.js'
import { NO_REGISTRY } from './published.js'
import { isAskingFor, raiseStated } from './requirements/stated.js'
import type { PublishedPackages, UpdateOptions, WantedFix } from './update.js'

export interface ProjectDraft {
  /** Takes a fix; returns why not, or null. */
  take(fix: WantedFix): string | null
  /** All files of the project after what was taken. */
  texts(): Map<string, string>
}

interface DraftState {
  ecosystem: Ecosystem
  files: ProjectFiles
  options: UpdateOptions
  mentions: ReadonlyMap<string, readonly Mention[]>
  locks: readonly LockDraft[]
  /** What mentions will state. */
  stated: Map<Mention, string>
  /** What the manifests of npm force already. */
  selectors: readonly string[]
  /** New digests of mentions that have some. */
  digests: Map<Mention, readonly string[]>
  /** Versions that package.json is to force. */
  forced: Map<string, string>
}

export function draftOf(ecosystem: Ecosystem, files: ProjectFiles, options: UpdateOptions): ProjectDraft {
  const mentions = new Map<string, Mention[]>()
  for (const mention of mentionsIn(ecosystem, files)) {
    const key = normalisePackageName(ecosystem, mention.package)
    const known = mentions.get(key)
    if (known) known.push(mention)
    else mentions.set(key, [mention])
  }
  const state: DraftState = {
    ecosystem,
    files,
    options,
    mentions,
    locks: lockDraftsOf(files),
    selectors: [...files].flatMap(([path, text]) =>
      path.endsWith('package.json') ? forcedSelectors(text) : []
    ),
    stated: new Map(),
    digests: new Map(),
    forced: new Map()
  }
  return { take: (fix) => takeFix(state, fix), texts: () => textsOf(state) }
}

const SAFE_VERSION = /^v?\d[\w.+!~-]{0,100}$/

function takeFix(state: DraftState, wanted: WantedFix): string | null {
  const fix = { ...wanted, to: wanted.to.replace(/^v/, '') }
  const unfit = whyUnfit(state, fix)
  if (unfit !== null) return unfit
  if (state.selectors.some((selector) => selectsPackage(selector, fix.package)))
    return 'package.json forces a version of it already; raise it there'
  const own = mentionsOf(state, fix)
  const isLocked = state.locks.some((lock) => lock.pins(fix.package))
  if (own.length === 0 && !isLocked) return 'No file states a version of it that is below the fixed one'
  const raised = raiseMentions(state, own, fix, isLocked)
  if ('refusal' in raised) return raised.refusal
  const locked = raiseLocks(state, fix, raised.restated)
  if ('refusal' in locked) return locked.refusal
  for (const commit of [raised.commit, ...locked.commits]) commit()
  return null
}

function raiseLocks(
  state: DraftState,
  fix: WantedFix,
  restated: readonly Restatement[]
): { commits: (() => void)[] } | { refusal: string } {
  const commits: (() => void)[] = []
  for (const lock of state.locks) {
    const outcome = lock.raise(requestOf(state, fix, restated))
    if ('refusal' in outcome) return outcome
    const unforced = outcome.forced ? whyNotForced(state, lock, fix) : null
    if (unforced !== null) return { refusal: unforced }
    commits.push(outcome.commit)
    if (outcome.forced) commits.push(() => state.forced.set(fix.package, fix.to))
  }
  return { commits }
}

function whyUnfit({ ecosystem, options }: DraftState, { installed, to }: WantedFix): string | null {
  const order = compareVersions(ecosystem, to, installed)
  if (order === null || !SAFE_VERSION.test(to)) return `\`${to}\` and \`${installed}\` cannot be compared`
  if (order <= 0) return `${to} is not above ${installed}, and nothing is lowered`
  const [before, after] = [majorOf(ecosystem, installed), majorOf(ecosystem, to)]
  if (options.allowMajor || before === after) return null
  const why = before?.startsWith('0') ? ' (below 1.0 a minor version counts as one)' : ''
  return `${to} is another major version than ${installed}${why}; allow major updates for it`
}

function mentionsOf({ ecosystem, mentions, stated }: DraftState, fix: WantedFix): Mention[] {
  const all = mentions.get(normalisePackageName(ecosystem, fix.package)) ?? []
  return all.filter((mention) => {
    const requirement = stated.get(mention) ?? mention.requirement
    return requirement === null || isAskingFor(ecosystem, requirement, fix)
  })
}

interface RaisedMentions {
  restated: Restatement[]
  commit(): void
}

function raiseMentions(
  state: DraftState,
  mentions: readonly Mention[],
  fix: WantedFix,
  isLocked: boolean
): RaisedMentions | { refusal: string } {
  const restated: (Restatement & { mention: Mention; digests: readonly string[] | null })[] = []
  for (const mention of mentions) {
    const before = state.stated.get(mention) ?? mention.requirement
    const raised = raiseMention(state, { mention, before, fix, isLocked })
    if ('refusal' in raised) return { refusal: `${mention.path}: ${raised.refusal}` }
    if (before === null || raised.text === before) continue
    const digests = digestsOf(state, mention, fix)
    if (typeof digests === 'string') return { refusal: `${mention.path}: ${digests}` }
    const { path, key } = mention
    restated.push({ path, key, before, after: raised.text, mention, digests })
  }
  const commit = () => {
    for (const { mention, after, digests } of restated) {
      state.stated.set(mention, after)
      if (digests) state.digests.set(mention, digests)
    }
  }
  return { restated, commit }
}

function raiseMention(
  { ecosystem, options }: DraftState,
  {
    mention,
    before,
    fix,
    isLocked
  }: { mention: Mention; before: string | null; fix: WantedFix; isLocked: boolean }
) {
  if (mention.refusal !== null) return { refusal: mention.refusal }
  if (before !== null)
    return raiseStated(ecosystem, before, fix.to, { allowMajor: options.allowMajor, isLocked })
  return isLocked ? { text: '' } : { refusal: `It states no version; state one from ${fix.to} on` }
}

/** Null where none are stated; a text that says why they are not known. */
function digestsOf(state: DraftState, mention: Mention, fix: WantedFix): readonly string[] | string | null {
  if (mention.digests === null) return null
  const { files, mentions, stated } = state
  const requirementsOf = (name: string) =>
    (mentions.get(name) ?? []).map((one) => stated.get(one) ?? one.requirement)
  return newDigests({ files, published: publishedTo(state), requirementsOf }, fix)
}

const publishedTo = ({ options }: DraftState): PublishedPackages => options.published ?? NO_REGISTRY

const requestOf = (state: DraftState, fix: WantedFix, restated: readonly Restatement[]): LockRequest => ({
  fix,
  restated,
  metadata: publishedTo(state).metadata,
  versions: publishedTo(state).versions,
  silence: publishedTo(state).silence,
  serves: publishedTo(state).serves
})

/** The manifest beside a lock file of npm. */
const manifestBeside = (lock: string) => lock.replace(/[^/]+$/, 'package.json')

function whyNotForced({ files, forced }: DraftState, { path }: LockDraft, { package: name, to }: WantedFix) {
  if (!files.has(manifestBeside(path)))
    return 'A package needs an older version, and there is no package.json to force it in'
  const known = forced.get(name)
  return known !== undefined && known !== to ? `Another fix forces ${known}` : null
}

function textsOf(state: DraftState): Map<string, string> {
  const edits = new Map<string, PlacedEdit[]>()
  const add = (path: string, more: readonly PlacedEdit[]) => {
    const known = edits.get(path) ?? []
    for (const edit of more) known.push(edit)
    edits.set(path, known)
  }
  for (const [mention, text] of state.stated) add(mention.path, mention.restate(text))
  for (const [{ path, digests }, known] of state.digests) {
    if (!digests) continue
    const text = known.map((one) => `--hash=${one}`).join(digests.separator)
    add(path, [{ from: digests.from, to: digests.to, text }])
  }
  for (const lock of state.locks) {
    add(lock.path, lock.edits())
    if (state.forced.size > 0) add(manifestBeside(lock.path), overridesIn(state, manifestBeside(lock.path)))
  }
  return new Map(
    [...state.files].map(([path, text]) => [path, applyPlacedEdits(text, edits.get(path) ?? [])] as const)
  )
}

function overridesIn({ files, forced }: DraftState, path: string): PlacedEdit[] {
  const text = files.get(path) ?? ''
  const root = spansOfJson(text, 2)
  const span = root.members.get('overrides')
  const isBefore = () => true
  return span && Object.keys(objectMember(parseJsonRecord(text), 'overrides')).length > 0
    ? patchMembers({ text, span, isBefore }, forced)
    : patchMembers({ text, span: root, isBefore }, new Map([['overrides', Object.fromEntries(forced)]]))
}
