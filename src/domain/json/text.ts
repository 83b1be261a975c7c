// Replies that are sent as prepared JSON text. The type of such a text names the body that it contains, so no other
// text passes for a reply.

declare const HOLDS: unique symbol

/** A JSON text that contains a `Body`; only the functions of this file create one. */
export type JsonText<Body> = string & { readonly [HOLDS]: Body }

/** Serializes a body that is sent many times. */
export function textOf<Body>(body: Body): JsonText<Body> {
  return brand(JSON.stringify(body))
}

/** JSON built by the database. Neither the compiler nor the serializer checks it, so tests validate every reply. */
export function fromDatabase<Body>(text: string): JsonText<Body> {
  return brand(text)
}

/** An object with one member. */
export function memberOf<Name extends string, Body>(
  name: Name,
  text: JsonText<Body>
): JsonText<Record<Name, Body>> {
  return brand(`{${JSON.stringify(name)}:${text}}`)
}

/** Merges two objects, which must be non-empty and have no name in common. */
export function joined<First extends object, Second extends object>(
  first: JsonText<First>,
  second: JsonText<Second>
): JsonText<First & Second> {
  return brand(`${first.slice(0, -1)},${second.slice(1)}`)
}

function brand<Body>(text: string): JsonText<Body> {
  // Cast: the caller knows what the text contains.
  return text as JsonText<Body>
}
