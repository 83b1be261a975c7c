// Parameters arrive as text and are converted, one where a list is meant to a list of one; bodies say what they mean
// and are taken literally. A fault carries the schema that it breaks, so that it can be told in words.
import AjvCompiler, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import type { ErrorObject, ValidateFunction } from 'ajv'

const build: BuildCompilerFromPool = AjvCompiler()
const shared = { removeAdditional: false, useDefaults: true, allErrors: false, verbose: true } as const

export const buildValidator: BuildCompilerFromPool = (schemas) => {
  const converting = build(schemas, { customOptions: { ...shared, coerceTypes: 'array' } })
  const literal = build(schemas, { customOptions: { ...shared, coerceTypes: false } })
  return (route: unknown) => {
    // The border to the compiler, whose types leave out the part of the request that it is called with.
    const isBody = (route as { httpPart: string }).httpPart === 'body'
    return isBody ? literal(route as never) : finite(converting(route as never) as ValidateFunction)
  }
}

/** The converter reads `Infinity` as a number and then skips its bounds. */
function finite(validate: ValidateFunction): ValidateFunction {
  const check = (data: unknown) => {
    const valid = validate(data)
    check.errors = valid ? endlessNumbers(data) : (validate.errors ?? null)
    return check.errors === null
  }
  // The border to Ajv, whose validators are functions that carry their errors and their schema.
  check.errors = null as ErrorObject[] | null
  return Object.assign(check, { schema: validate.schema, schemaEnv: validate.schemaEnv }) as ValidateFunction
}

function endlessNumbers(data: unknown): ErrorObject[] | null {
  if (typeof data !== 'object' || data === null) return null
  const endless = Object.entries(data).find(
    ([, value]) => typeof value === 'number' && !Number.isFinite(value)
  )
  if (!endless) return null
  return [
    {
      instancePath: `/${endless[0]}`,
      schemaPath: '',
      keyword: 'type',
      params: {},
      message: 'must be a finite number'
    }
  ]
}
