// Actions and workflows of others: who owns them decides what they do, unless a commit is named.
import { shortened } from '#domain/text/shown-text.js'
import type { WorkflowDanger } from './danger.js'
import type { WorkflowView } from './view.js'

const COMMIT = /^[0-9a-f]{40,64}$/i
/** Names of branches: what they stand for changes every day. */
const BRANCH = /^(?:main|master|develop|dev|trunk|head|latest|next|edge|nightly|canary|beta|release|stable)$/i
/** The platform's own. */
const OF_HOST = new Set(['actions', 'github'])

interface UsedAction {
  /** As it is written, without what follows the at sign. */
  name: string
  owner: string
  ref: string
  line: number
  isWorkflow: boolean
}

interface KnownActions {
  former: readonly UsedAction[]
  /** Who owns the repository. */
  owner: string
}

export function actionDangers(
  after: WorkflowView,
  before: WorkflowView | undefined,
  owner: string
): WorkflowDanger[] {
  const used = usedIn(after)
  const known = { former: before ? usedIn(before) : [], owner }
  const pinsOthers = isPinning([...used, ...known.former], owner)
  return [...used.flatMap((one) => actionDanger(one, known, pinsOthers)), ...inheritedSecrets(after, owner)]
}

function usedIn({ jobs }: WorkflowView): UsedAction[] {
  return jobs.flatMap(({ uses, line, steps }) => [
    ...usedAction(uses, line, true),
    ...steps.flatMap((step) => usedAction(step.uses, step.line, false))
  ])
}

function usedAction(uses: string | undefined, line: number, isWorkflow: boolean): UsedAction[] {
  if (uses === undefined || uses.startsWith('.') || uses.startsWith('docker:')) return []
  const [name = '', ref = ''] = uses.trim().split('@')
  const owner = (name.split('/')[0] ?? '').toLowerCase()
  return [{ name: name.toLowerCase(), owner, ref, line, isWorkflow }]
}

/** Whether the file names commits for most of what it uses of others. */
function isPinning(used: readonly UsedAction[], owner: string): boolean {
  const foreign = used.filter((one) => !OF_HOST.has(one.owner) && one.owner !== owner.toLowerCase())
  const all = foreign.length > 0 ? foreign : used
  const pinned = all.filter(({ ref }) => COMMIT.test(ref)).length
  const anywhere = used.filter(({ ref }) => COMMIT.test(ref)).length
  return anywhere > 1 && pinned * 2 >= all.length
}

function actionDanger(
  one: UsedAction,
  { former, owner }: KnownActions,
  pinsOthers: boolean
): WorkflowDanger[] {
  const same = former.filter(({ name }) => name === one.name)
  if (COMMIT.test(one.ref)) return []
  const lookAlike = lookAlikeOf(one.owner)
  if (lookAlike && same.length === 0) return [poses(one, lookAlike)]
  const isOwn = one.owner === owner.toLowerCase()
  if (isOwn) return []
  if (same.some(({ ref }) => COMMIT.test(ref)) && !same.some(({ ref }) => ref === one.ref))
    return [unpinned(one)]
  if (same.length > 0) return loosened(one, same)
  return OF_HOST.has(one.owner) ? hostAction(one, pinsOthers) : [fresh(one, pinsOthers)]
}

const isBranch = ({ ref }: UsedAction) => ref === '' || BRANCH.test(ref)

/** From a version to a branch. */
function loosened(one: UsedAction, same: readonly UsedAction[]): WorkflowDanger[] {
  if (OF_HOST.has(one.owner) || !isBranch(one) || same.some(isBranch)) return []
  return [fresh(one, true)]
}

const hostAction = (one: UsedAction, pinsOthers: boolean) =>
  pinsOthers ? [{ ...fresh(one, true), severity: 'low' as const, confidence: 0.5 }] : []

const PIN_ADVICE = 'Name the commit that was looked at, with the version behind it as a comment.'

function unpinned(one: UsedAction): WorkflowDanger {
  const isOfHost = OF_HOST.has(one.owner)
  return {
    key: `unpinned ${one.name}`,
    line: one.line,
    severity: isOfHost ? 'medium' : 'high',
    confidence: isOfHost ? 0.6 : 0.8,
    title: shortened(`${one.name} is no longer pinned to a commit`, 140),
    description: `A commit was named before, and now \`${one.ref || 'nothing'}\` is: whoever can move that name decides what runs here, with the token and the secrets of the job.`,
    suggestion: PIN_ADVICE
  }
}

function fresh(one: UsedAction, pinsOthers: boolean): WorkflowDanger {
  const isLoose = isBranch(one)
  const kind = one.isWorkflow ? 'workflow' : 'action'
  return {
    key: `fresh ${one.name}`,
    line: one.line,
    severity: isLoose || pinsOthers ? 'medium' : 'low',
    confidence: isLoose || pinsOthers ? 0.7 : 0.45,
    title: shortened(`${one.name} is used without a commit`, 140),
    description: `The ${kind} belongs to others, and \`${one.ref || 'nothing'}\` ${isLoose ? 'changes with every commit of theirs' : 'is a name that they can move'}.${pinsOthers ? ' The workflow names commits for the others that it uses.' : ''}`,
    suggestion: PIN_ADVICE
  }
}

/** Owners whose names people mistype, and others wait for that. */
const KNOWN_OWNERS = [
  'actions',
  'github',
  'docker',
  'aws-actions',
  'azure',
  'google-github-actions',
  'hashicorp'
]
const LOOK_ALIKES = new Set([
  'action',
  'actons',
  'actoins',
  'acitons',
  'actionss',
  'github-actions',
  'gihub',
  'githb',
  'gtihub',
  'githib',
  'dcoker',
  'dokcer',
  'aws-action',
  'awsactions',
  'hashicrop',
  'actlons',
  'acti0ns',
  'ations'
])

const lookAlikeOf = (owner: string): string | undefined =>
  LOOK_ALIKES.has(owner) && !KNOWN_OWNERS.includes(owner) ? owner : undefined

const poses = (one: UsedAction, owner: string): WorkflowDanger => ({
  key: `poses ${one.name}`,
  line: one.line,
  severity: 'high',
  confidence: 0.75,
  title: `\`${owner}\` looks like the name of another owner`,
  description: `${one.name} may be mistyped: who registered this name decides what runs here.`,
  suggestion: 'Compare the name with the one that you meant, letter by letter.'
})

function inheritedSecrets({ jobs }: WorkflowView, owner: string): WorkflowDanger[] {
  return jobs.flatMap(({ id, uses, line, inheritsSecrets }) => {
    const [one] = usedAction(uses, line, true)
    const isForeign = one && one.owner !== owner.toLowerCase() && !COMMIT.test(one.ref)
    if (!inheritsSecrets || !isForeign) return []
    return [
      {
        key: `inherits ${id}`,
        line,
        severity: 'medium' as const,
        confidence: 0.6,
        title: 'A workflow of others gets all secrets',
        description: `The job ${id} hands every secret to \`${one.name}\`, which others can change at any time.`,
        suggestion: 'Hand over the secrets that it needs, by their names, and name a commit.'
      }
    ]
  })
}
