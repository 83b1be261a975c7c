import t from 'tap'
import { batched } from '#runtime/batch.js'

/** A door that opens when the test says so. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const POISON = 13

/** Doubles numbers; notes which ones came together, and refuses every set that holds the poison. */
function doubling() {
  const sets: number[][] = []
  const flush = async (items: number[]) => {
    sets.push(items)
    if (items.includes(POISON)) throw Object.assign(new Error('poisoned'), { code: '22021' })
    return items.map((item) => item * 2)
  }
  return { sets, flush }
}

t.test('calls of the same moment share one flush, and each gets its own result', async (t) => {
  const { sets, flush } = doubling()
  const double = batched(flush, { most: 10 })
  t.same(await Promise.all([1, 2, 3].map(double)), [2, 4, 6])
  t.same(sets, [[1, 2, 3]])
})

t.test('what arrives during a flush gathers for the next one, never more than is allowed', async (t) => {
  const { sets, flush } = doubling()
  const { open, opened } = gate()
  const double = batched(
    async (items: number[]) => {
      await opened
      return flush(items)
    },
    { most: 3 }
  )
  const first = double(1)
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const others = [2, 3, 4, 5, 6].map(double)
  open()
  t.same(await Promise.all([first, ...others]), [2, 4, 6, 8, 10, 12])
  t.same(sets, [[1], [2, 3, 4], [5, 6]])
})

t.test(
  'heavy items are flushed in sets that are light enough, and one that is too heavy goes alone',
  async (t) => {
    const { sets, flush } = doubling()
    const double = batched(flush, { most: 10, weight: { of: (item: number) => item, most: 10 } })
    const items = [3, 7, 1, 30, 2, 9]
    t.same(
      await Promise.all(items.map(double)),
      items.map((item) => 2 * item)
    )
    t.same(sets, [[3, 7], [1], [30], [2], [9]])
  }
)

t.test('one bad item fails alone: its neighbours get their results', async (t) => {
  const { flush } = doubling()
  const double = batched(flush, { most: 10 })
  const [before, bad, after] = await Promise.allSettled([1, POISON, 2].map(double))
  t.match(before, { status: 'fulfilled', value: 2 })
  t.match(bad, { status: 'rejected', reason: { message: 'poisoned' } })
  t.match(after, { status: 'fulfilled', value: 4 })
})

t.test('a failure that no item is to blame for is told to all at once, and tried once', async (t) => {
  let tries = 0
  const lost = batched(
    async () => {
      tries += 1
      throw Object.assign(new Error('the connection is lost'), { code: 'CONNECTION_CLOSED' })
    },
    { most: 10 }
  )
  const outcomes = await Promise.allSettled([1, 2, 3].map(lost))
  t.match(
    outcomes,
    [1, 2, 3].map(() => ({ status: 'rejected', reason: { message: 'the connection is lost' } }))
  )
  t.equal(tries, 1)
})

t.test('after a failure the next call is served as if nothing had been', async (t) => {
  const { flush } = doubling()
  const double = batched(flush, { most: 10 })
  await t.rejects(double(POISON), { message: 'poisoned' })
  t.equal(await double(4), 8)
})

t.test('a flush that forgets one of its items fails that item, not the others', async (t) => {
  const forgetful = batched(async (items: number[]) => items.filter((item) => item !== 2), { most: 10 })
  const outcomes = await Promise.allSettled([1, 2].map(forgetful))
  t.same(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected']
  )
})
