import t from 'tap'
import { memoized } from '#runtime/memo.js'
import { startTestService } from '../harness/app.js'

t.test(
  'an answer is given again for a second, and not once this process has committed anything',
  async (t) => {
    const service = await startTestService({ work: false })
    t.teardown(() => service.close())
    let reads = 0
    let clock = new Date(0)
    const { commits, transaction } = service.deps
    const read = memoized({ commits, now: () => clock }, async () => {
      reads += 1
      return reads
    })
    t.same([await read(), await read()], [1, 1])
    await transaction(async () => {})
    t.same([await read(), await read()], [2, 2])
    await transaction(() => Promise.reject(new Error('broken off'))).catch(() => {})
    t.equal(await read(), 3)
    clock = new Date(1_000)
    t.equal(await read(), 4)
  }
)

t.test('what is committed while it is read is in the next answer', async (t) => {
  let commits = 0
  let release = () => {}
  const begun = new Promise<void>((resolve) => {
    release = resolve
  })
  const answers = ['old', 'new']
  const deps = { commits: () => commits, now: () => new Date(0) }
  const read = memoized(deps, async () => {
    await begun
    return answers.shift()
  })
  const first = read()
  commits += 1
  release()
  t.equal(await first, 'old')
  t.equal(await read(), 'new')
})
