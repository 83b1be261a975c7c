// Labels: an issue has a label or not, so no marker is needed.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { namesAt } from '../payload.js'
import {
  alreadyDone,
  blocked,
  type EffectHandler,
  type EffectResult,
  notDone,
  type TypedEffectOrder
} from './effect.js'
import { isNotFound, type RepositoryClient } from './repository-client.js'
import { createLabel } from './repository-labels.js'

const ISSUE_LABELS = '/issues/{number}/labels'

/** Label names are case-insensitive on the host. */
export const isSameLabel = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

async function labelsOf(repository: RepositoryClient, number: number): Promise<string[]> {
  const names: string[] = []
  for await (const label of repository.list(ISSUE_LABELS, { number }))
    names.push(...namesAt({ labels: [label] }, 'labels', 'name'))
  return names
}

const hasLabel = async (repository: RepositoryClient, number: number, label: string) =>
  (await labelsOf(repository, number)).some((name) => isSameLabel(name, label))

/** Checked first, because adding a label that the repository lacks would create it. */
async function labelExists(repository: RepositoryClient, label: string): Promise<boolean> {
  return (await repository.read('/labels/{label}', { label })) !== undefined
}

export async function attachLabel(
  repository: RepositoryClient,
  number: number,
  label: string
): Promise<EffectResult> {
  await repository.write('POST', ISSUE_LABELS, { at: { number }, body: { labels: [label] } })
  return { hostId: null, evidence: { label } }
}

async function detachLabel(repository: RepositoryClient, number: number, label: string): Promise<void> {
  try {
    await repository.write('DELETE', `${ISSUE_LABELS}/{label}`, { at: { number, label } })
  } catch (error) {
    if (!isNotFound(error)) throw error
    // Somebody else removed the label first, or the repository is no longer visible.
    await repository.assertVisible()
  }
}

async function verifyLabel(repository: RepositoryClient, number: number, label: string, wanted: boolean) {
  const isSet = await hasLabelNow(repository, number, label)
  const describe = (exists: boolean) => `${label} is ${exists ? 'set' : 'not set'}`
  return {
    checkType: 'label' as const,
    expected: describe(wanted),
    actual: isSet === undefined ? 'the issue or pull request no longer exists' : describe(isSet),
    drifted: isSet !== wanted
  }
}

/** Undefined if the issue or pull request no longer exists. */
async function hasLabelNow(
  repository: RepositoryClient,
  number: number,
  label: string
): Promise<boolean | undefined> {
  try {
    return await hasLabel(repository, number, label)
  } catch (error) {
    if (!isNotFound(error)) throw error
    await repository.assertVisible()
    return undefined
  }
}

export const addLabel: EffectHandler<ArgumentsOf<'add-label'>> = {
  async find(repository, { number, arguments: { label, color } }) {
    if (await hasLabel(repository, number, label)) return alreadyDone({ label })
    if (color !== undefined || (await labelExists(repository, label))) return notDone
    return blocked('evidence_incomplete', `the repository has a label ${label}`, 'it has no such label')
  },
  // Labels that the service makes are its own.
  needsNoFinding: ({ arguments: { color } }) => color !== undefined,
  async perform(repository, { number, arguments: { label, color } }) {
    // If somebody has deleted it within the minute, the host makes it again in its own color.
    if (color !== undefined && !(await repository.recall('/labels/{label}', { label })))
      await createLabel(repository, { name: label, color })
    return attachLabel(repository, number, label)
  },
  verify: (repository, { number, arguments: { label } }) => verifyLabel(repository, number, label, true)
}

export const removeLabel: EffectHandler<ArgumentsOf<'remove-label'>> = {
  find: async (repository, { number, arguments: { label } }) =>
    (await hasLabel(repository, number, label)) ? notDone : alreadyDone({ label }),
  async perform(repository, { number, arguments: { label } }) {
    await detachLabel(repository, number, label)
    return { hostId: null, evidence: { label } }
  },
  verify: (repository, { number, arguments: { label } }) => verifyLabel(repository, number, label, false)
}

type PriorityOrder = TypedEffectOrder<ArgumentsOf<'set-priority'>>

/** Both spellings are common. */
const PRIORITY = /^priority: ?/i
const labelsFor = ({ arguments: { priority } }: PriorityOrder) => [
  `priority:${priority}`,
  `priority: ${priority}`
]

async function otherPriorities(repository: RepositoryClient, order: PriorityOrder): Promise<string[]> {
  const own = labelsFor(order)
  const current = await labelsOf(repository, order.number)
  return current.filter((name) => PRIORITY.test(name) && !own.some((label) => isSameLabel(label, name)))
}

async function existingLabelFor(
  repository: RepositoryClient,
  order: PriorityOrder
): Promise<string | undefined> {
  for (const label of labelsFor(order)) if (await labelExists(repository, label)) return label
  return undefined
}

/** One priority at a time: adds the label, and then removes the other priority labels. */
export const setPriorityLabel: EffectHandler<ArgumentsOf<'set-priority'>> = {
  async find(repository, order) {
    const current = await labelsOf(repository, order.number)
    const label = labelsFor(order).find((candidate) => current.some((name) => isSameLabel(name, candidate)))
    if (label !== undefined && (await otherPriorities(repository, order)).length === 0)
      return alreadyDone({ label })
    if (label !== undefined || (await existingLabelFor(repository, order))) return notDone
    return blocked(
      'evidence_incomplete',
      `the repository has a label ${labelsFor(order)[0]}`,
      'it has no such label'
    )
  },
  async perform(repository, order) {
    const label = (await existingLabelFor(repository, order)) ?? labelsFor(order)[0] ?? ''
    const done = await attachLabel(repository, order.number, label)
    for (const other of await otherPriorities(repository, order))
      await detachLabel(repository, order.number, other)
    return done
  }
}
