// The client of the embedded database, which keeps what Postgres has made of a statement. PGlite itself has every statement
// parsed anew, in six calls; of a small query that is three quarters.
import { type messages, PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'
import { type ParsedStatement, RecentStatements } from './statements.js'

/** Each keeps its plan in the memory of the database. */
const MOST_STATEMENTS = 400

interface PreparedStatement extends ParsedStatement {
  /** What its rows look like; nothing if it has none. */
  description: readonly messages.BackendMessage[]
}

type Query = PGlite['query']

export class PreparedClient extends PGlite {
  readonly #statements = new RecentStatements<PreparedStatement>(MOST_STATEMENTS)

  override async query<Row>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    await this._checkReady()
    // A query on its own and a transaction exclude each other.
    return this._runExclusiveTransaction(() => this.#execute<Row>(text, values, options))
  }

  override transaction: PGlite['transaction'] = (work) =>
    super.transaction((tx) => {
      const refuse = tx.query
      const query: Query = (...given) => (tx.closed ? refuse(...given) : this.#execute(...given))
      tx.query = query
      return work(tx)
    })

  #execute<Row>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> {
    return this._runExclusiveQuery(async () => {
      const statement = this.#statements.find(text) ?? (await this.#prepare(text))
      try {
        const answers = await this.#run(statement, values)
        const [results] = parse.parseResults([...statement.description, ...answers], this.parsers, options)
        // Cast: the caller knows the rows of its statement.
        return results as Results<Row>
      } catch (error) {
        // A table that has changed since may need the statement anew.
        await this.#close(this.#statements.forget(text))
        throw error
      }
    })
  }

  /** What comes once is not kept. */
  async #prepare(text: string): Promise<PreparedStatement> {
    const name = this.#statements.nameFor(text)
    const answers = await this.#send([
      protocol.serialize.parse({ name, text }),
      protocol.serialize.describe({ type: 'S', name })
    ])
    const parameterTypes = parse.parseDescribeStatementResults(answers)
    const description = answers.filter(({ name: kind }) => kind === 'rowDescription')
    const statement = { name, parameterTypes, description }
    await this.#close(this.#statements.keep(text, statement))
    return statement
  }

  #run({ name, parameterTypes }: PreparedStatement, values: readonly unknown[]) {
    const bound = values.map((value, i) => this.#serialize(value, parameterTypes[i]))
    return this.#send([
      protocol.serialize.bind({ statement: name, values: bound }),
      protocol.serialize.execute({})
    ])
  }

  async #close(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    await this.#send(names.map((name) => protocol.serialize.close({ type: 'S', name })))
  }

  #serialize(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const serialize = type === undefined ? undefined : this.serializers[type]
    return serialize ? serialize(value) : String(value)
  }

  /** After a failure Postgres skips messages until the next one that ends a series. */
  #send(series: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    const message = Buffer.concat([...series, protocol.serialize.sync()])
    return this.execProtocolStream(message, { syncToFs: false })
  }
}
