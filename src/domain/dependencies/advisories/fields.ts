// Fields of JSON that anybody may have written.

/** Undefined where it is no object, or has no such field of its own. */
export function ownField(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, name)) return undefined
  return Reflect.get(json, name)
}

/** Empty where there is no text. */
export function shortText(json: unknown, name: string, longest: number): string {
  const value = ownField(json, name)
  return typeof value === 'string' ? value.slice(0, longest) : ''
}

export function listField(json: unknown, name: string): readonly unknown[] {
  const value = ownField(json, name)
  return Array.isArray(value) ? value : []
}

/** What is longer, or no text, is left out: half of a name is another name. */
export function shortTexts(json: unknown, name: string, longest: number): string[] {
  return listField(json, name).filter(
    (item): item is string => typeof item === 'string' && item !== '' && item.length <= longest
  )
}
