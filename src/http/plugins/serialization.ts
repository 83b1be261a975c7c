// Compiles response serializers on first use, and once per distinct schema: most responses of an operation are errors,
// which share one schema and are rarely sent.
import SerializerSelector, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'

const build = SerializerSelector()

export const buildSerializer: SerializerFactory = (schemas, options) => {
  const compile = build(schemas, options)
  const compiled = new Map<string, ReturnType<typeof compile>>()
  return (route) => {
    let write: ReturnType<typeof compile> | undefined
    return (reply: unknown) => {
      write ??= writerOf(JSON.stringify(route.schema), () => compile(route))
      return write(reply)
    }
  }

  function writerOf(schema: string, make: () => ReturnType<typeof compile>) {
    const writer = compiled.get(schema) ?? make()
    compiled.set(schema, writer)
    return writer
  }
}
