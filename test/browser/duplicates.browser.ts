import t from 'tap'
import { startDuplicateService } from '#test/fixtures/duplicate-service.js'
import { startJourney } from './journey.js'

t.test('a pair of issues is confirmed to be the same, and the issue on the host shows it', async (t) => {
  const repeating = await startDuplicateService(t)
  const { older, newer } = await repeating.openPair()
  const { open, ask, sees, complaints } = await startJourney(t, repeating.app)
  repeating.deeds.written.length = 0

  await open('/dashboard/duplicates?status=pending')
  await ask(/^Confirm/)
  await repeating.idle()
  await open('/dashboard/duplicates?status=confirmed')
  await sees(`#${newer.number}`)
  t.ok(repeating.deeds.written.includes(`label duplicate on ${newer.number}`), 'it has the label')
  t.match(repeating.commentsOn(newer.number).join(), new RegExp(`#${older.number}`))
  t.same(complaints, [], 'the console was silent')
})
