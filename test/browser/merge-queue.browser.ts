import t from 'tap'
import { assertSound, startQueue } from '#test/fixtures/queue-service.js'
import { startJourney } from './journey.js'

t.test('a pull request is added to the merge queue on its page, and lands on the host', async (t) => {
  const queue = await startQueue(t)
  const number = await queue.pull({ 'b.txt': 'b\n' })
  const { open, follow, ask, sees, page, complaints } = await startJourney(t, queue.app)

  await open('/dashboard/pull-requests')
  await page.locator(`a[href$="/octo-org/hello/${number}"]`).first().click()
  await page.waitForURL(`**/pull-requests/octo-org/hello/${number}`)
  t.match(await ask('Add to the merge queue'), /queue|admitted/i)

  await open('/dashboard/queue')
  await follow(/octo-org\/hello/)
  await queue.settle()
  await open('/dashboard/queue?status=merged')
  await sees(`#${number}`)
  assertSound(t, queue, [number])
  t.same(complaints, [], 'the console was silent')
})
