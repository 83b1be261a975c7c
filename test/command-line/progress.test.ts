import t from 'tap'
import { migrationProgress, ProgressLine } from '../../src/command-line/progress.js'

function watched(isTTY: boolean, columns?: number) {
  const clock = { ms: 0 }
  const written: string[] = []
  const out = {
    isTTY,
    ...(columns === undefined ? {} : { columns }),
    write: (text: string) => written.push(text)
  }
  return { clock, written, progress: new ProgressLine({ out, now: () => clock.ms }) }
}

t.test('what takes less than two seconds says nothing', async (t) => {
  for (const isTTY of [true, false]) {
    const { clock, written, progress } = watched(isTTY)
    progress.begin('Copying', 100)
    clock.ms = 1_999
    progress.advance(50)
    progress.end()
    t.same(written, [])
  }
})

t.test('a terminal shows how far it is, seldom enough to be read, and is left as it was', async (t) => {
  const { clock, written, progress } = watched(true)
  progress.begin('Copying', 200)
  clock.ms = 2_000
  progress.advance(50)
  clock.ms = 2_100
  progress.advance(1)
  clock.ms = 3_000
  progress.advance(49)
  progress.end()
  const erase = '\r\u001b[2K'
  t.same(written, [`${erase}Copying … 25 %, 2 s`, `${erase}Copying … 50 %, 3 s`, erase])
})

t.test('a line is no wider than its terminal, and keeps its figures as long as they fit', async (t) => {
  const lineAt = (columns: number) => {
    const { clock, written, progress } = watched(true, columns)
    progress.begin('Copying the whole directory', 200)
    clock.ms = 2_000
    progress.advance(50)
    return written[0]?.slice('\r\u001b[2K'.length)
  }
  t.equal(lineAt(39), 'Copying the whole directory … 25 %, 2 s')
  t.equal(lineAt(19), 'Copying … 25 %, 2 s')
  t.equal(lineAt(5), ' … 25')
})

t.test('elsewhere a phase is one line, without what only a terminal understands', async (t) => {
  const { clock, written, progress } = watched(false)
  for (const what of ['Copying', 'Checking']) {
    progress.begin(what, 10)
    for (let step = 0; step < 10; step += 1) {
      clock.ms += 1_000
      progress.advance(1)
    }
  }
  progress.end()
  t.same(written, ['Copying …\n', 'Checking …\n'])
})

t.test(
  'migrations begin with their first statement, and each later one says that another is done',
  async (t) => {
    const { clock, written, progress } = watched(true)
    const { onStatement } = migrationProgress(progress)
    for (let statement = 0; statement < 4; statement += 1) {
      onStatement(4)
      clock.ms += 1_000
    }
    t.match(written, [/Migrating the database … 50 %, 2 s/, /Migrating the database … 75 %, 3 s/])
  }
)
