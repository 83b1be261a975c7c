// Labels: they are there or not, so that nothing need mark them.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { namesAt } from '../events/payload.js'
import {
  alreadyDone,
  blocked,
  type EffectHandler,
  type EffectResult,
  notDone,
  type TypedEffectOrder
} from './effect.js'
import { isNotFound, type RepositoryClient } from './repository-client.js'

const ISSUE_LABELS = '/issues/{number}/labels'

/** The host takes names of labels in any case. */
const isSameLabel = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

async function labelsOf(hands: RepositoryClient, number: number): Promise<string[]> {
  const names: string[] = []
  for await (const label of hands.list(ISSUE_LABELS, { number }))
    names.push(...namesAt({ labels: [label] }, 'labels', 'name'))
  return names
}

const hasLabel = async (hands: RepositoryClient, number: number, label: string) =>
  (await labelsOf(hands, number)).some((name) => isSameLabel(name, label))

/** Put on without asking, a label that the repository does not have would be made. */
async function labelExists(hands: RepositoryClient, label: string): Promise<boolean> {
  return (await hands.read('/labels/{label}', { label })) !== undefined
}

async function attachLabel(hands: RepositoryClient, number: number, label: string): Promise<EffectResult> {
  await hands.write('POST', ISSUE_LABELS, { at: { number }, body: { labels: [label] } })
  return { hostId: null, evidence: { label } }
}

async function detachLabel(hands: RepositoryClient, number: number, label: string): Promise<void> {
  try {
    await hands.write('DELETE', `${ISSUE_LABELS}/{label}`, { at: { number, label } })
  } catch (error) {
    if (!isNotFound(error)) throw error
    // Somebody else was faster, or the repository is out of sight.
    await hands.assertVisible()
  }
}

async function verifyLabel(hands: RepositoryClient, number: number, label: string, wanted: boolean) {
  const isThere = await hasLabelNow(hands, number, label)
  const said = (there: boolean) => `${label} is ${there ? '' : 'not '}there`
  return {
    checkType: 'label' as const,
    expected: said(wanted),
    actual: isThere === undefined ? 'what it was put on is gone' : said(isThere),
    drifted: isThere !== wanted
  }
}

/** Nothing where what should have it is gone. */
async function hasLabelNow(
  hands: RepositoryClient,
  number: number,
  label: string
): Promise<boolean | undefined> {
  try {
    return await hasLabel(hands, number, label)
  } catch (error) {
    if (!isNotFound(error)) throw error
    await hands.assertVisible()
    return undefined
  }
}

export const addLabel: EffectHandler<ArgumentsOf<'add-label'>> = {
  async find(hands, { number, arguments: { label } }) {
    if (await hasLabel(hands, number, label)) return alreadyDone({ label })
    if (await labelExists(hands, label)) return notDone
    return blocked('evidence_incomplete', `the repository has a label ${label}`, 'it has none')
  },
  perform: (hands, { number, arguments: { label } }) => attachLabel(hands, number, label),
  verify: (hands, { number, arguments: { label } }) => verifyLabel(hands, number, label, true)
}

export const removeLabel: EffectHandler<ArgumentsOf<'remove-label'>> = {
  find: async (hands, { number, arguments: { label } }) =>
    (await hasLabel(hands, number, label)) ? notDone : alreadyDone({ label }),
  async perform(hands, { number, arguments: { label } }) {
    await detachLabel(hands, number, label)
    return { hostId: null, evidence: { label } }
  },
  verify: (hands, { number, arguments: { label } }) => verifyLabel(hands, number, label, false)
}

type PriorityOrder = TypedEffectOrder<ArgumentsOf<'set-priority'>>

/** Both ways of writing it are common. */
const PRIORITY = /^priority: ?/i
const labelsFor = ({ arguments: { priority } }: PriorityOrder) => [
  `priority:${priority}`,
  `priority: ${priority}`
]

async function otherPriorities(hands: RepositoryClient, order: PriorityOrder): Promise<string[]> {
  const wanted = labelsFor(order)
  const there = await labelsOf(hands, order.number)
  return there.filter((name) => PRIORITY.test(name) && !wanted.some((one) => isSameLabel(one, name)))
}

async function existingLabelFor(hands: RepositoryClient, order: PriorityOrder): Promise<string | undefined> {
  for (const label of labelsFor(order)) if (await labelExists(hands, label)) return label
  return undefined
}

/** One priority at a time: the label is put on, and then others of its kind are taken off. */
export const setPriorityLabel: EffectHandler<ArgumentsOf<'set-priority'>> = {
  async find(hands, order) {
    const there = await labelsOf(hands, order.number)
    const label = labelsFor(order).find((one) => there.some((name) => isSameLabel(name, one)))
    if (label !== undefined && (await otherPriorities(hands, order)).length === 0)
      return alreadyDone({ label })
    if (label !== undefined || (await existingLabelFor(hands, order))) return notDone
    return blocked('evidence_incomplete', `the repository has a label ${labelsFor(order)[0]}`, 'it has none')
  },
  async perform(hands, order) {
    const label = (await existingLabelFor(hands, order)) ?? labelsFor(order)[0] ?? ''
    const done = await attachLabel(hands, order.number, label)
    for (const other of await otherPriorities(hands, order)) await detachLabel(hands, order.number, other)
    return done
  }
}
