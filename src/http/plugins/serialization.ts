// Turns the schema of a reply into code that writes it: when it is first sent, and once for all that are equal. Most
// replies that an operation may give are errors, which look alike and are hardly ever sent.
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
    const known = compiled.get(schema) ?? make()
    compiled.set(schema, known)
    return known
  }
}
