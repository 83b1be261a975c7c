import t from 'tap'
import type { HostEvent } from '../../schemas/events.js'
import { recordRepository } from '../../src/services/identities.js'
import { recordLabel } from '../../src/services/labels.js'
import type { Tx } from '../../src/store/database.js'
import { repositoryOf, startMirror } from './fixtures/mirror.js'

const mirror = await startMirror()
t.teardown(() => mirror.close())
const { take, repository } = mirror

const label = (action: string, repositoryId: number, changes = {}) => ({
  action,
  label: { id: 51, name: 'bug', color: 'd73a4a' },
  changes,
  repository: repositoryOf(repositoryId),
  installation: { id: 7 }
})

t.test('a label that is deleted leaves its repository where it is', async (t) => {
  await take('label', label('created', 1))
  await take('label', label('deleted', 1))
  t.match(await repository(1), { fullName: 'octo-org/repo-1', deletedAt: null, counted: true })
})

t.test('an event in place of what is recorded of it does not compile', (t) => {
  const mixtures = (tx: Tx, event: Extract<HostEvent, { kind: 'label' }>, at: Date) => [
    // @ts-expect-error The change of a label would be taken for one of its repository.
    () => recordRepository(tx, { ...event, at }),
    // @ts-expect-error Neither does an event as it is.
    () => recordLabel(tx, event)
  ]
  t.type(mixtures, 'function')
  t.end()
})
