// Labels that a repository has: missing ones are created, others get their color. None is ever deleted.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import { stringAt } from '../payload.js'
import { alreadyDone, type EffectHandler, notDone } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

const LABELS = '/labels'
const LABEL = `${LABELS}/{label}`

type WantedLabel = ArgumentsOf<'set-labels'>['labels'][number]

const isColor = (one: string | null | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()

/** The color of a label; undefined if there is no such label. */
async function colorOf(repository: RepositoryClient, label: string): Promise<string | undefined> {
  const found = await repository.read(LABEL, { label })
  return found && (stringAt(found, 'color') ?? '')
}

async function unlike(repository: RepositoryClient, wanted: readonly WantedLabel[]): Promise<WantedLabel[]> {
  const found: WantedLabel[] = []
  for (const label of wanted)
    if (!isColor(await colorOf(repository, label.name), label.color)) found.push(label)
  return found
}

/** Another action may create it at the same time: then the host refuses this one. */
export async function createLabel(repository: RepositoryClient, { name, color }: WantedLabel): Promise<void> {
  try {
    await repository.write('POST', LABELS, { body: { name, color } })
  } catch (error) {
    if ((await colorOf(repository, name)) === undefined) throw error
  }
}

/** Leaves the color of a label that is there. */
export async function createMissingLabel(repository: RepositoryClient, label: WantedLabel): Promise<void> {
  if ((await colorOf(repository, label.name)) === undefined) await createLabel(repository, label)
}

/** Asks first, because an earlier attempt may have come this far. */
async function setLabel(
  repository: RepositoryClient,
  { name, color }: WantedLabel
): Promise<'created' | 'recolored' | undefined> {
  const known = await colorOf(repository, name)
  if (isColor(known, color)) return undefined
  if (known === undefined) await createLabel(repository, { name, color })
  else await repository.write('PATCH', LABEL, { at: { label: name }, body: { color } })
  if (isColor(await colorOf(repository, name), color)) return known === undefined ? 'created' : 'recolored'
  throw new HostError('host_refused', `The host accepted the label ${name}, but does not show it so.`)
}

const names = (labels: readonly WantedLabel[]) => labels.map(({ name }) => name)

export const setLabels: EffectHandler<ArgumentsOf<'set-labels'>> = {
  find: async (repository, { arguments: { labels } }) =>
    (await unlike(repository, labels)).length === 0 ? alreadyDone({ labels: names(labels) }) : notDone,
  async perform(repository, { arguments: { labels } }) {
    const done: Record<'created' | 'recolored', string[]> = { created: [], recolored: [] }
    for (const label of labels) {
      const what = await setLabel(repository, label)
      if (what) done[what].push(label.name)
    }
    return { hostId: null, evidence: { ...done } }
  },
  async verify(repository, { arguments: { labels } }) {
    const other = await unlike(repository, labels)
    return {
      checkType: 'label',
      expected: `labels as they were set: ${names(labels).join(', ')}`,
      actual: other.length === 0 ? 'all of them' : `not so: ${names(other).join(', ')}`,
      drifted: other.length > 0
    }
  }
}
