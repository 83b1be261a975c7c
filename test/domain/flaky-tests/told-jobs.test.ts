// A failed job is told of by a report that was uploaded while it ran.
import t from 'tap'
import { toldJobs } from '#domain/flaky-tests/told-jobs.js'

const at = (minute: number) => new Date(minute * 60_000)
const job = (from: number, to: number) => ({ ran: { from: at(from), to: at(to) } })

t.test('a job is not told of by what was uploaded before it began or after it ended', async (t) => {
  t.equal(toldJobs([job(1, 5)], [at(4)]), 1)
  t.equal(toldJobs([job(1, 2)], [at(4)]), 0)
  t.equal(toldJobs([job(3, 5)], [at(1)]), 0)
  t.equal(toldJobs([{ ran: null }], [at(1)]), 1, 'where it is not known when it ran, any may be its own')
})

t.test('no two jobs share an upload, and as many as can have one of their own', async (t) => {
  t.equal(toldJobs([job(1, 5), job(1, 5)], [at(4)]), 1)
  t.equal(toldJobs([job(1, 9), job(1, 5)], [at(8), at(4)]), 2)
  t.equal(toldJobs([job(1, 9), job(1, 5)], [at(4), at(3)]), 2)
  t.equal(toldJobs([job(1, 9), job(1, 5)], [at(8), at(7)]), 1)
})
