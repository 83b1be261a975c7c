import t, { type Test } from 'tap'
import { ecosystemNamed, normalisePackageName } from '#domain/dependencies/advisories/names.js'
import { readManifest } from '#domain/dependencies/manifests/index.js'
import { planUpdate } from '#domain/dependencies/updates/plan.js'
import type { UpdatePlan } from '#domain/dependencies/updates/update.js'
import type { EditCase } from '../quality/case.js'
import { editCases } from '../quality/index.js'

/** A fix is wanted for the file that names the package; for the first one where none does. */
function planOf({ ecosystem: named, files, fixes }: EditCase): UpdatePlan {
  const ecosystem = ecosystemNamed(named)
  const naming = (name: string) =>
    Object.entries(files).find(([path, text]) => {
      const reading = readManifest(path, text)
      const normal = normalisePackageName(ecosystem, name)
      return (
        reading.kind === 'manifest' &&
        reading.dependencies.some((one) => normalisePackageName(ecosystem, one.name) === normal)
      )
    })?.[0]
  const first = Object.keys(files)[0] ?? ''
  const wanted = fixes.map(({ package: name, from, to }) => ({
    package: name,
    installed: from,
    to,
    manifestPath: naming(name) ?? first,
    direct: null
  }))
  return planUpdate(ecosystem, new Map(Object.entries(files)), wanted, { published: null, allowMajor: false })
}

/** Nothing is changed, and the reason holds what the case says by one word. */
function checkRefusal(t: Test, { fixes, expected }: EditCase, { edits, fixed, refused }: UpdatePlan): void {
  t.same(edits, [], 'nothing is changed')
  t.same(fixed, [])
  t.equal(refused.length, fixes.length, 'each fix is refused')
  const reason = refused[0]?.reason ?? ''
  t.ok(reason.length > 10, reason)
  if ('refused' in expected && !expected.refused.includes(' '))
    t.ok(reason.toLowerCase().includes(expected.refused), reason)
}

function allowedFiles({ expected }: EditCase): readonly Readonly<Record<string, string>>[] {
  if ('refused' in expected) return []
  return 'oneOf' in expected ? expected.oneOf : [expected.files]
}

for (const one of editCases) {
  t.test(one.name, async (t) => {
    const plan = planOf(one)
    const { expected } = one
    if ('refused' in expected || (expected.mayRefuse && plan.edits.length === 0)) {
      checkRefusal(t, one, plan)
      return
    }
    const changed = JSON.stringify(Object.fromEntries(plan.edits.map(({ path, after }) => [path, after])))
    t.ok(
      allowedFiles(one).some((files) => JSON.stringify(files) === changed),
      changed
    )
    t.equal(plan.fixed.length, one.fixes.length)
    t.same(plan.refused, [])
  })
}
