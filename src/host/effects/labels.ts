// Labels: they are there or not, so that nothing need mark them.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { namesAt } from '../events/payload.js'
import { absent, blocked, type Done, type Effect, isDone, type Order } from './effect.js'
import { type Hands, isNotFound } from './repository-client.js'

const OF_ISSUE = '/issues/{number}/labels'

/** The host takes names of labels in any case. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

async function labelsOf(hands: Hands, number: number): Promise<string[]> {
  const names: string[] = []
  for await (const label of hands.list(OF_ISSUE, { number }))
    names.push(...namesAt({ labels: [label] }, 'labels', 'name'))
  return names
}

const isOn = async (hands: Hands, number: number, label: string) =>
  (await labelsOf(hands, number)).some((name) => isSame(name, label))

/** Put on without asking, a label that the repository does not have would be made. */
async function isOffered(hands: Hands, label: string): Promise<boolean> {
  return (await hands.read('/labels/{label}', { label })) !== undefined
}

async function put(hands: Hands, number: number, label: string): Promise<Done> {
  await hands.write('POST', OF_ISSUE, { at: { number }, body: { labels: [label] } })
  return { hostId: null, evidence: { label } }
}

async function takeOff(hands: Hands, number: number, label: string): Promise<void> {
  try {
    await hands.write('DELETE', `${OF_ISSUE}/{label}`, { at: { number, label } })
  } catch (error) {
    if (!isNotFound(error)) throw error
    // Somebody else was faster, or the repository is out of sight.
    await hands.mustBeSeen()
  }
}

async function verifyLabel(hands: Hands, number: number, label: string, wanted: boolean) {
  const isThere = await isOnNow(hands, number, label)
  const said = (there: boolean) => `${label} is ${there ? '' : 'not '}there`
  return {
    checkType: 'label' as const,
    expected: said(wanted),
    actual: isThere === undefined ? 'what it was put on is gone' : said(isThere),
    drifted: isThere !== wanted
  }
}

/** Nothing where what should have it is gone. */
async function isOnNow(hands: Hands, number: number, label: string): Promise<boolean | undefined> {
  try {
    return await isOn(hands, number, label)
  } catch (error) {
    if (!isNotFound(error)) throw error
    await hands.mustBeSeen()
    return undefined
  }
}

export const addLabel: Effect<ArgumentsOf<'add-label'>> = {
  async found(hands, { number, arguments: { label } }) {
    if (await isOn(hands, number, label)) return isDone({ label })
    if (await isOffered(hands, label)) return absent
    return blocked('evidence_incomplete', `the repository has a label ${label}`, 'it has none')
  },
  perform: (hands, { number, arguments: { label } }) => put(hands, number, label),
  verify: (hands, { number, arguments: { label } }) => verifyLabel(hands, number, label, true)
}

export const removeLabel: Effect<ArgumentsOf<'remove-label'>> = {
  found: async (hands, { number, arguments: { label } }) =>
    (await isOn(hands, number, label)) ? absent : isDone({ label }),
  async perform(hands, { number, arguments: { label } }) {
    await takeOff(hands, number, label)
    return { hostId: null, evidence: { label } }
  },
  verify: (hands, { number, arguments: { label } }) => verifyLabel(hands, number, label, false)
}

type Priority = Order<ArgumentsOf<'set-priority'>>

/** Both ways of writing it are common. */
const PRIORITY = /^priority: ?/i
const labelsFor = ({ arguments: { priority } }: Priority) => [`priority:${priority}`, `priority: ${priority}`]

async function otherPriorities(hands: Hands, order: Priority): Promise<string[]> {
  const wanted = labelsFor(order)
  const there = await labelsOf(hands, order.number)
  return there.filter((name) => PRIORITY.test(name) && !wanted.some((one) => isSame(one, name)))
}

async function offeredFor(hands: Hands, order: Priority): Promise<string | undefined> {
  for (const label of labelsFor(order)) if (await isOffered(hands, label)) return label
  return undefined
}

/** One priority at a time: the label is put on, and then others of its kind are taken off. */
export const setPriority: Effect<ArgumentsOf<'set-priority'>> = {
  async found(hands, order) {
    const there = await labelsOf(hands, order.number)
    const label = labelsFor(order).find((one) => there.some((name) => isSame(name, one)))
    if (label !== undefined && (await otherPriorities(hands, order)).length === 0) return isDone({ label })
    if (label !== undefined || (await offeredFor(hands, order))) return absent
    return blocked('evidence_incomplete', `the repository has a label ${labelsFor(order)[0]}`, 'it has none')
  },
  async perform(hands, order) {
    const label = (await offeredFor(hands, order)) ?? labelsFor(order)[0] ?? ''
    const done = await put(hands, order.number, label)
    for (const other of await otherPriorities(hands, order)) await takeOff(hands, order.number, other)
    return done
  }
}
