// Runs the tests in a browser, several files in each process, where there is a browser.
import { root } from '../lanes/tap.js'
import { hasBrowser, noBrowser } from './browser.js'

if (hasBrowser) {
  process.env['TEST_BUNDLES'] = 'browser'
  await import('../lanes/run.js')
} else {
  // Said beside the report as well, which may be left out.
  process.stderr.write(`${noBrowser}\n`)
  root.plan(0, noBrowser)
}
