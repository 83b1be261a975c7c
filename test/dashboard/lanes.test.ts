import t from 'tap'
import { carsOf, whatComesNext } from '#dashboard/pages/queue/cars.js'
import type { components } from '../../openapi/client.js'

type Entry = components['schemas']['QueueEntry']

/** What a lane is drawn from. */
function entryOf(position: number, seen: Partial<Entry>): Entry {
  const entry = {
    id: position,
    pr_number: position,
    position,
    status: 'pending',
    stage: null,
    batch_id: null
  }
  // Cast: nothing else of an entry is looked at.
  return Object.assign(entry, seen) as Entry
}

const testing = (batch_id: string): Partial<Entry> => ({ status: 'merging', stage: 'testing', batch_id })

t.test('what is tested together moves together, in the order of the lane', async (t) => {
  const cars = carsOf([
    entryOf(5, {}),
    entryOf(2, testing('b')),
    entryOf(4, { status: 'ready' }),
    entryOf(1, testing('a')),
    entryOf(3, testing('b'))
  ])
  t.same(
    cars.map(({ state, entries }) => [state, entries.map(({ position }) => position)]),
    [
      ['testing', [1]],
      ['testing', [2, 3]],
      ['ready', [4]],
      ['pending', [5]]
    ]
  )
})

t.test('what comes next is what stands in front', async (t) => {
  const batch = [1, 2, 3].map((position) => entryOf(position, testing('a')))
  const lanes: [Entry[], string][] = [
    [[entryOf(1, { status: 'merging', stage: 'landing' })], '#1 lands on main now.'],
    [batch, 'Next: #1, #2 and #3 land on main if the checks pass.'],
    [batch.slice(1), 'Next: #2 and #3 land on main if the checks pass.'],
    [[entryOf(1, { status: 'ready' }), entryOf(2, {})], 'Next: #1 is tested as it would land on main.'],
    [[entryOf(1, {})], 'Next: #1 is tested once its own checks have passed.'],
    [[], '']
  ]
  for (const [entries, words] of lanes) t.equal(whatComesNext(carsOf(entries), 'main'), words)
})
