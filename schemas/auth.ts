// Dashboard sessions: login, logout, who am I.
import { type Static, Type } from '@sinclair/typebox'
import { closed, nullable, oneOf, operation, ref, timestamp } from './common.js'

export const SESSION_COOKIE = 'service-session'

export const Session = closed(
  {
    id: Type.String({ description: 'Name of the session; not the secret in the cookie.' }),
    created: timestamp('When the login happened.'),
    last_seen: timestamp('When the session was last used, to the minute.'),
    expires_at: timestamp('When it ends unless it is used before.'),
    ip: nullable(Type.String(), { description: 'The address of the login.' }),
    user_agent: nullable(Type.String(), { description: 'The browser of the login.' }),
    current: Type.Boolean({ description: 'True for the session of this request.' })
  },
  { $id: 'Session', description: 'One dashboard session.' }
)
export type Session = Static<typeof Session>

export const Identity = closed(
  {
    authenticated: Type.Boolean({ description: 'Always true here; a stranger gets 401.' }),
    method: oneOf(['session', 'api_key'], { description: 'How the request proved itself.' }),
    principal: Type.String({ description: 'The label of the key behind the request.', examples: ['api'] }),
    session: nullable(ref(Session), { description: 'The session of this request; null with an API key.' }),
    sessions: Type.Array(ref(Session), {
      description: 'All live sessions of the principal; empty with an API key.'
    })
  },
  { $id: 'Identity', description: 'Who is asking.' }
)
export type Identity = Static<typeof Identity>

const secret = (description: string) =>
  Type.String({ minLength: 1, maxLength: 512, description, examples: ['a-valid-api-key'] })

export const LoginBody = closed(
  {
    password: Type.Optional(secret('One valid API key.')),
    api_key: Type.Optional(secret('The same under another name; `password` wins.'))
  },
  { $id: 'LoginBody', description: 'What opens a session: one of the two is required.', minProperties: 1 }
)
export type LoginBody = Static<typeof LoginBody>

export const login = operation({
  operationId: 'login',
  summary: 'Open a dashboard session',
  description: `Sets the cookie \`${SESSION_COOKIE}\`. A session that the request already has is revoked. Ten failures within 15 minutes close the door to an address for the rest of that time.`,
  body: ref(LoginBody),
  response: {
    200: closed(
      {
        ok: Type.Boolean({ description: 'True: the session is open.' }),
        expires_at: timestamp('When it ends unless it is used before.')
      },
      { description: 'The session is open, and its cookie is set.' }
    )
  }
})

export const logout = operation({
  operationId: 'logout',
  summary: 'Close the session',
  description: 'Succeeds also without a session. `all=true` closes every session of the same principal.',
  querystring: Type.Object({
    all: Type.Optional(Type.Boolean({ default: false, description: 'Close every session of the principal.' }))
  }),
  response: {
    200: closed(
      { ok: Type.Boolean({ description: 'True: no session is left.' }) },
      { description: 'The session is closed, and its cookie is gone.' }
    )
  }
})

export const checkSession = operation({
  operationId: 'checkSession',
  summary: 'Ask whether the request is authenticated',
  description: 'Never refuses and never extends a session.',
  response: {
    200: closed(
      { authenticated: Type.Boolean({ description: 'Whether a key or a live session was sent.' }) },
      { description: 'What the request proves.' }
    )
  }
})

export const getSession = operation({
  operationId: 'getSession',
  summary: 'Show who is asking, and the sessions of the principal',
  response: { 200: ref(Identity) }
})

export const schemas = [Session, Identity, LoginBody]
