// Areas of a repository: what people declare, and which of them a pull request in the queue changes.
import t from 'tap'
import { QUEUE_PATH, startQueue } from '#test/fixtures/queue-service.js'

const FRONTEND = { name: 'frontend', paths: ['web/**'] }
const BACKEND = { name: 'backend', paths: ['api/**', 'shared/*.sql'] }

t.test('areas are kept as they were declared, and none are declared at first', async (t) => {
  const { configure, queue } = await startQueue(t)
  t.same((await queue()).config?.areas, [])
  t.same((await configure({ areas: [FRONTEND, BACKEND] })).areas, [FRONTEND, BACKEND])
  t.same((await configure({ batch_size: 2 })).areas, [FRONTEND, BACKEND])
  t.same((await queue()).config?.areas, [FRONTEND, BACKEND])
  t.same((await configure({ areas: [] })).areas, [])
})

t.test('areas that cannot be told apart, or hold nothing, are refused in words', async (t) => {
  const { client } = await startQueue(t)
  const refused = async (areas: (typeof FRONTEND)[]) => {
    const { error, response } = await client.POST('/api/phase2/queue/{owner}/{repo}/config', {
      params: { path: QUEUE_PATH },
      body: { areas }
    })
    t.equal(response.status, 400)
    return error?.message
  }
  t.equal(await refused([FRONTEND, BACKEND, FRONTEND]), '/areas/2/name: must be the name of one area only')
  t.match(await refused([{ name: 'Front end', paths: ['web/**'] }]), /\/areas\/0\/name.*lower-case letters/)
  t.match(await refused([{ name: 'empty', paths: [] }]), /\/areas\/0\/paths/)
  t.match(await refused([{ name: 'twice', paths: ['a', 'a'] }]), /\/areas\/0\/paths/)
  const many = Array.from({ length: 51 }, (_, at) => ({ name: `area-${at}`, paths: ['a/**'] }))
  t.match(await refused(many), /\/areas/)
})
