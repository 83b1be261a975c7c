// Two issues that may be duplicates, text beside text.
import t from 'tap'
import { LONGEST_COMPARED_BODY } from '#schemas/duplicates/pair.js'
import { BODY, startDuplicateService, TITLE } from '#test/fixtures/duplicate-service.js'

const service = await startDuplicateService(t)
const { client } = service
const pair = (id: number) => client.GET('/api/duplicates/{id}', { params: { path: { id } } })
const whole = (parts: readonly { text: string }[] | undefined) => parts?.map(({ text }) => text).join('')

t.test('a pair has the texts of both issues, with what is alike marked', async (t) => {
  const body = `${BODY.replaceAll('214', '219')}\n\n<script>alert(1)</script> ${'x'.repeat(LONGEST_COMPARED_BODY)}`
  const older = await service.open(TITLE, BODY)
  const newer = await service.open(`The ${TITLE.toLowerCase()}`, body)
  const [signal] = await service.signals()
  const { data } = await pair(signal?.id ?? 0)
  t.match(data, {
    id: signal?.id,
    source_number: newer.number,
    target_number: older.number,
    status: 'pending',
    source: { body_truncated: true, author: String, labels: [] },
    target: { body_truncated: false, url: `https://github.com/octo-org/hello/issues/${older.number}` }
  })
  t.equal(whole(data?.target.title), TITLE)
  t.equal(whole(data?.target.body), BODY)
  t.equal(whole(data?.source.body), body.slice(0, LONGEST_COMPARED_BODY))
  const alike = whole(data?.source.body.filter((part) => part.alike))
  t.match(alike, /panicked at .*cells\.rs:219/, 'a line of other numbers')
  t.notMatch(alike, /script/)
})

t.test('a signal that nobody knows is 404', async (t) => {
  const { response, error } = await pair(99_999)
  t.equal(response.status, 404)
  t.match(error, { code: 'signal_not_found' })
})
