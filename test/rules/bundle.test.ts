// What the build makes of the service.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PACKAGE_FOLDER, SERVICE } from '#paths.js'
import { checkBuilt } from '../harness/built.js'

const BEYOND_LATIN_1 = /.{0,60}[\u0100-\uffff]/s

t.test('the engine holds the service with one byte for each character', (t) => {
  checkBuilt(SERVICE, [join(PACKAGE_FOLDER, 'src')])
  const [found] = BEYOND_LATIN_1.exec(readFileSync(SERVICE, 'utf8')) ?? []
  t.equal(
    found,
    undefined,
    'write such a character of a regular expression or a tagged template as an escape'
  )
  t.end()
})
