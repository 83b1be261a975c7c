// What the floors of lists share: one prepared query, written by hand, whose answer is sent as the database wrote it.
import Fastify, { type FastifyInstance } from 'fastify'
import postgres from 'postgres'
import { openPglite } from '#store/embedded/embedded.js'

const directory = process.env['DATABASE_DIRECTORY']
const embedded = directory === undefined ? undefined : await openPglite({ directory })
const sql = postgres(process.env['DATABASE_URL'] ?? '', { max: 10, onnotice: () => {} })

export const utc = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
export const moment = (column: string) => `${utc(column)} as ${column.slice(2)}`
export const moments = (...names: string[]) => names.map((name) => moment(`t.${name}`)).join(', ')

export const page = (rows: string, total: string) =>
  `select coalesce((select json_agg(page) from (${rows}) as page), '[]')::text as data, (${total})::int as total`

/** The driver prepares no query without values unless it is told so, in words that its types do not know. */
const EXTENDED = { simple: false }

type Values = (string | number)[]

async function only<Row extends object>(query: string, values: Values): Promise<Row> {
  const [found] = embedded
    ? (await embedded.query<Row>(query, values)).rows
    : await sql.unsafe<Row[]>(query, values, { prepare: true, ...EXTENDED })
  if (!found) throw new Error('the query has one row')
  return found
}

/** A page of a list, with what stands beside it. */
export async function listText(query: string, values: Values, at: { page: number; perPage: number }) {
  const {
    data,
    total,
    beside = ''
  } = await only<{ data: string; total: number; beside?: string }>(query, values)
  const meta = { page: at.page, per_page: at.perPage, total, total_pages: Math.ceil(total / at.perPage) }
  return `{"data":${data},"meta":${JSON.stringify(meta)}${beside}}`
}

/** A body that is no list. */
export async function bodyText(query: string, values: Values): Promise<string> {
  return (await only<{ body: string }>(query, values)).body
}

type Query = Record<string, string | undefined>

/** Serves these texts as JSON; parameters of a path count as those of a query. */
export async function serve(texts: Record<string, (query: Query) => Promise<string>>): Promise<void> {
  const app: FastifyInstance = Fastify()
  app.get('/health', async () => ({ status: 'ok' }))
  for (const [path, text] of Object.entries(texts))
    app.get<{ Querystring: Query; Params: Query }>(path, async ({ query, params }, reply) => {
      reply.type('application/json; charset=utf-8')
      return text({ ...query, ...params })
    })
  await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
  process.once('SIGTERM', () => process.exit(0))
}
