// The floor of a start: bare Fastify with the driver that the service uses, which asks its database once.
import Fastify from 'fastify'

const url = process.env['DATABASE_URL']

async function asked(): Promise<void> {
  if (url !== undefined) {
    const { default: postgres } = await import('postgres')
    await postgres(url)`select 1`
  } else {
    const { PGlite } = await import('@electric-sql/pglite')
    await (await PGlite.create(process.env['DATA_DIR'] ?? '')).query('select 1')
  }
}

await asked()
const app = Fastify()
app.get('/health', async () => ({ status: 'ok' }))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
