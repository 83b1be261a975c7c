// Replies that are sent as the JSON text that they are. What a text holds is said where it is made, and its type stays
// with it: no other text passes for a reply.

declare const HOLDS: unique symbol

/** A JSON text that holds a `Body`. Only the functions of this file make one. */
export type JsonText<Body> = string & { readonly [HOLDS]: Body }

/** A body as a text, for one that is sent many times. */
export function textOf<Body>(body: Body): JsonText<Body> {
  return holding(JSON.stringify(body))
}

/** A text of the database. Neither the compiler nor the serializer looks into it: tests check every reply they get. */
export function fromDatabase<Body>(text: string): JsonText<Body> {
  return holding(text)
}

/** An object with one member. */
export function memberOf<Name extends string, Body>(
  name: Name,
  text: JsonText<Body>
): JsonText<Record<Name, Body>> {
  return holding(`{${JSON.stringify(name)}:${text}}`)
}

/** One object of the members of both; neither is empty, and no name is in both. */
export function joined<First extends object, Second extends object>(
  first: JsonText<First>,
  second: JsonText<Second>
): JsonText<First & Second> {
  return holding(`${first.slice(0, -1)},${second.slice(1)}`)
}

function holding<Body>(text: string): JsonText<Body> {
  // The border between texts and what they hold, which the caller knows.
  return text as JsonText<Body>
}
