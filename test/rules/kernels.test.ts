import t from 'tap'
import ts from 'typescript'
import { nodesIn, sourcesIn } from './syntax.js'

const KERNELS = ['src/domain/decisions', 'src/services/attempts']
const PILLARS = /\/(heal|fix|triage|duplicates|rules|repairs|ci-logs|model-patch|patch-guard)[/.-]/

t.test('the kernels of decisions and of attempts know no pillar', async (t) => {
  for (const kernel of KERNELS) {
    const imports = sourcesIn(kernel)
      .flatMap((source) => nodesIn(source, ts.isImportDeclaration))
      .map((node) => node.getText())
    t.ok(imports.length > 10, `${imports.length} imports of ${kernel} were read`)
    t.same(
      imports.filter((one) => PILLARS.test(one)),
      []
    )
  }
})
