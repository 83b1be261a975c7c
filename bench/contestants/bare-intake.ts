// The floor of the intake: bare Fastify checks the signature and inserts one row per delivery.
import { createHmac, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import postgres from 'postgres'

const sql = postgres(process.env['DATABASE_URL'] ?? '', { max: 10, onnotice: () => {} })
await sql`create table deliveries (
  id bigserial primary key, delivery_id text not null unique, event text not null, payload text not null,
  received_at timestamptz not null default now())`
const secret = process.env['HOST_WEBHOOK_SECRET'] ?? ''

const app = Fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body)
)
app.get('/health', async () => ({ status: 'ok' }))
app.post<{ Body: Buffer }>('/webhooks/host', async ({ headers, body }, reply) => {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(String(headers['x-hub-signature-256']))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return reply.code(401).send()
  const id = String(headers['x-github-delivery'])
  const event = String(headers['x-github-event'])
  await sql`insert into deliveries (delivery_id, event, payload) values (${id}, ${event}, ${body.toString('utf8')})`
  return reply.code(202).send({ queued: true })
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
