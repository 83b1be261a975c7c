import t from 'tap'
import { NotedRevisions } from '#store/revisions/noted-revisions.js'

interface Server {
  isMarked: boolean
  source?: string
  written?: string[]
  takesWrites?: boolean
}

/** Revisions of a server that answers as it is told. */
function revisionsOf(server: Server) {
  let marks = 0
  return new NotedRevisions(async (text) => {
    if (text.startsWith('insert')) {
      if (server.takesWrites === false) throw new Error('No space left on device')
      server.isMarked = true
      marks += 1
      return { rows: [] }
    }
    const { isMarked, source = 'one', written = [] } = server
    return {
      rows: [{ seen: '1:1:', source: `${source} ${marks}`, isMarked, written: JSON.stringify(written) }]
    }
  })
}

async function numberAfter(revisions: NotedRevisions): Promise<number | undefined> {
  await revisions.refresh()
  return revisions.of(['issues'])
}

t.test('a number is unknown before the first look, and stays while nothing is written', async (t) => {
  const revisions = revisionsOf({ isMarked: false })
  t.equal(revisions.of(['issues']), undefined)
  const first = await numberAfter(revisions)
  t.equal(await numberAfter(revisions), first)
})

t.test('it grows with a write of its table, of any table, and where notes may be lost', async (t) => {
  const server: Server = { isMarked: true }
  const revisions = revisionsOf(server)
  let last = await numberAfter(revisions)
  const changes: [Partial<Server>, boolean][] = [
    [{ written: ['repositories'] }, false],
    [{ written: ['repositories', 'issues'] }, true],
    [{ written: ['*'] }, true],
    [{ written: [], source: 'another' }, true],
    [{ isMarked: false }, true]
  ]
  for (const [change, grows] of changes) {
    Object.assign(server, change)
    const next = await numberAfter(revisions)
    t.equal(Number(next) > Number(last), grows, JSON.stringify(change))
    last = next
  }
})

t.test('a database that takes no writes is looked at all the same, and nothing of it is kept', async (t) => {
  const revisions = revisionsOf({ isMarked: false, takesWrites: false })
  const first = await numberAfter(revisions)
  t.not(await numberAfter(revisions), first)
})
