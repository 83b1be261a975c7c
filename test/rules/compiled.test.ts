// What `npm run build` transpiles is loaded by people and by the image, not by the tests.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'
import { checkBuilt } from '../harness/built.js'

const BENCH = join(PACKAGE_FOLDER, 'dist/bench/index.js')
const textOf = (name: string) => readFileSync(join(PACKAGE_FOLDER, name), 'utf8')

t.test('every benchmark can be loaded from the build', async (t) => {
  checkBuilt(
    BENCH,
    ['bench', 'demo'].map((name) => join(PACKAGE_FOLDER, name))
  )
  const refused = await promisify(execFile)(process.execPath, [BENCH]).catch(({ stderr }) => stderr)
  t.match(refused, /^usage: npm run bench -- advisories \|/)
})

t.test('the image is built with every folder that is compiled', async (t) => {
  const { compile } = JSON.parse(textOf('package.json')).scripts
  const folders = [...compile.matchAll(/"(\w+)\//g)].map(([, folder]) => folder)
  t.ok(folders.includes('src') && folders.includes('bench'), folders.join(' '))
  const allowed = textOf('.dockerignore').split('\n')
  t.same(
    folders.filter((folder) => !allowed.includes(`!${folder}`)),
    []
  )
})
