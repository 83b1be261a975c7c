// What others make of the published document: clients of three generators compile, and call a running service.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import t from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'
import { seedRepository } from '../fixtures/seed.js'
import { KEY, startTestService } from '../harness/app.js'

const run = promisify(execFile)
const DOCUMENT = join(PACKAGE_FOLDER, 'openapi', 'openapi.json')
const binary = (name: string) => join(PACKAGE_FOLDER, 'node_modules', '.bin', name)

const CALL =
  'export async function call(baseUrl: string, authorization: string): Promise<string | undefined> {'
/** Fails to compile if what follows compiles. */
const WRONG = '// @ts-expect-error A repository has an owner.'

/** How each generator is started, and a program on what it has made. */
const GENERATORS = {
  'openapi-typescript': {
    generate: () =>
      run(binary('openapi-typescript'), [DOCUMENT, '-o', join(project, 'openapi-typescript.ts')]),
    program: `import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript'
${CALL}
  const client = createClient<paths>({ baseUrl, headers: { authorization } })
  const params = { path: { owner: 'octo-org', repo: 'hello' } }
  return (await client.GET('/api/repos/{owner}/{repo}', { params })).data?.full_name
}
${WRONG}
export const wrong = { repo: 'hello' } satisfies paths['/api/repos/{owner}/{repo}']['get']['parameters']['path']
`
  },
  'hey-api': {
    generate: () =>
      run(binary('openapi-ts'), ['-i', DOCUMENT, '-o', join(project, 'hey-api'), '--no-log-file']),
    program: `import { getRepo } from './hey-api'
${CALL}
  const path = { owner: 'octo-org', repo: 'hello' }
  return (await getRepo({ baseUrl, headers: { authorization }, path })).data?.full_name
}
${WRONG}
export const wrong = () => getRepo({ path: { repo: 'hello' } })
`
  },
  'swagger-typescript-api': {
    generate: () =>
      run(binary('swagger-typescript-api'), [
        'generate',
        '-p',
        DOCUMENT,
        '-o',
        join(project, 'swagger'),
        '-n',
        'api.ts'
      ]),
    program: `import { Api } from './swagger/api'
${CALL}
  const client = new Api({ baseUrl, baseApiParams: { headers: { authorization } } })
  return (await client.api.getRepo('octo-org', 'hello', { format: 'json' })).data.full_name
}
${WRONG}
export const wrong = () => new Api().api.getRepo({ repo: 'hello' })
`
  }
}

const project: string = t.testdir({
  'package.json': JSON.stringify({ type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'Bundler',
      strict: true,
      skipLibCheck: true,
      types: [],
      noEmit: true
    }
  })
})

const service = await startTestService({ work: false })
t.teardown(() => service.close())
await seedRepository(service.deps, { hostId: 1, fullName: 'octo-org/hello' })
const address = await service.app.listen({ port: 0, host: '127.0.0.1' })

t.test('the clients of three generators compile, refuse a wrong call, and read a repository', async (t) => {
  await Promise.all(Object.values(GENERATORS).map(({ generate }) => generate()))
  for (const [name, { program }] of Object.entries(GENERATORS))
    writeFileSync(join(project, `call-${name}.ts`), program)
  await t.resolves(run(binary('tsc'), ['-p', project]), 'all compile')
  for (const name of Object.keys(GENERATORS)) {
    const outfile = join(project, `call-${name}.js`)
    const entry = join(project, `call-${name}.ts`)
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node' })
    const { call } = await import(outfile)
    t.equal(await call(address, `Bearer ${KEY}`), 'octo-org/hello', name)
  }
})
