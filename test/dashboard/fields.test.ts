import t from 'tap'
import { type Field, type Fields, faultOf } from '#dashboard/kit/forms/fields.js'
import { listDecisions, listDuplicates, listFlakyTests } from '../../openapi/fields.js'
import { KEY, startTestService } from '../harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())

const READS: [path: string, fields: Fields][] = [
  ['/api/decisions', listDecisions],
  ['/api/duplicates', listDuplicates],
  ['/api/phase3/flaky', listFlakyTests]
]

const TEXTS = ['0', '-1', '1.5', 'many', '101', 'a b', 'x'.repeat(201), '2147483648']

/** A choice cannot be mistyped, and days have a field of their own. */
const isTyped = ({ enum: choices, type, maxLength }: Field) =>
  choices === undefined && ['string', 'integer', 'number'].includes(type) && maxLength !== 40

const PLACES = ['page', 'per_page', 'limit', 'cursor']

const QUESTIONS = READS.flatMap(([path, fields]) =>
  Object.entries(fields)
    .filter(([name, field]) => isTyped(field) && !PLACES.includes(name))
    .flatMap(([name, field]) => TEXTS.map((text) => ({ path, name, field, text })))
)

t.test('a form finds the faults that the service finds, and in the same words', async (t) => {
  t.ok(QUESTIONS.length > 50, `${QUESTIONS.length} questions`)
  for (const { path, name, field, text } of QUESTIONS) {
    const url = `${path}?${new URLSearchParams({ [name]: text })}`
    const reply = await service.inject({ url, headers: { authorization: `Bearer ${KEY}` } })
    const [detail] = reply.statusCode === 400 ? reply.json().details : []
    t.equal(faultOf(field, text), detail?.message, `${name}=${text}`)
  }
})
