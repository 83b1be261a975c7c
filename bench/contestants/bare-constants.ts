// The floor of the statistics: bare Fastify returns the same body, and does nothing else.
import Fastify from 'fastify'

const bodies: Record<string, unknown> = JSON.parse(process.env['BODIES'] ?? '{}')
const app = Fastify()
app.get('/health', async () => ({ status: 'ok' }))
for (const [path, body] of Object.entries(bodies)) app.get(path, async () => body)
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
