// The floor of a reply: bare Fastify returns the same body, and does nothing else.
import Fastify from 'fastify'

const app = Fastify()
app.get('/health', async () => ({ status: 'ok' }))
app.get('/api/auth/session', async () => ({
  authenticated: true,
  method: 'api_key',
  principal: 'api',
  session: null,
  sessions: []
}))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
