// Dashboard sessions: login, logout and the current identity.

import { type Static, Type } from '@sinclair/typebox'
import { closed, nullable, oneOf, operation, ref, SESSION_COOKIE, timestamp } from '../common.js'
import { enumeration } from '../enumeration.js'
import { ErrorBody } from '../errors.js'

/** Of the public id of a session. */
export const SESSION_ID_LENGTH = 16

export const Session = closed(
  {
    id: Type.String({ description: 'Public id of the session; not the secret in the cookie.' }),
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
    authenticated: Type.Boolean({ description: 'Always true; unauthenticated requests get 401.' }),
    method: oneOf(enumeration('AuthenticationMethod', ['session', 'api_key']), {
      description: 'How the request was authenticated.'
    }),
    principal: Type.String({ description: 'The label of the key behind the request.', examples: ['api'] }),
    session: nullable(ref(Session), { description: 'The session of this request; null with an API key.' }),
    sessions: Type.Array(ref(Session), {
      description: 'All live sessions of the principal; empty with an API key.'
    })
  },
  { $id: 'Identity', description: 'The current principal.' }
)
export type Identity = Static<typeof Identity>

const secret = (description: string) =>
  Type.String({ minLength: 1, maxLength: 512, description, examples: ['a-valid-api-key'] })

export const LoginBody = closed(
  {
    password: Type.Optional(secret('One valid API key.')),
    api_key: Type.Optional(secret('Alias; `password` takes precedence.'))
  },
  { $id: 'LoginBody', description: 'Credentials; provide one of the two.', minProperties: 1 }
)
export type LoginBody = Static<typeof LoginBody>

export const login = operation({
  operationId: 'login',
  codes: ['missing_field', 'https_required'],
  summary: 'Log in to the dashboard',
  description: `Sets the cookie \`${SESSION_COOKIE}\` and revokes the session that the request already has. Ten failures within 15 minutes block the client address for the rest of that time.`,
  body: ref(LoginBody),
  response: {
    200: closed(
      {
        ok: Type.Boolean({ description: 'True: the session is open.' }),
        expires_at: timestamp('When it ends unless it is used before.')
      },
      { description: 'Logged in; the session cookie is set.' }
    )
  }
})

export const logout = operation({
  operationId: 'logout',
  summary: 'Log out',
  description: 'Succeeds even without a session. `all=true` closes every session of the same principal.',
  querystring: closed({
    all: Type.Optional(Type.Boolean({ default: false, description: 'Close every session of the principal.' }))
  }),
  response: {
    200: closed(
      { ok: Type.Boolean({ description: 'True: no session is left.' }) },
      { description: 'Logged out; the session cookie is removed.' }
    )
  }
})

export const checkSession = operation({
  operationId: 'checkSession',
  summary: 'Check authentication',
  description: 'The reply is always 200, and a session is not extended.',
  response: {
    200: closed(
      { authenticated: Type.Boolean({ description: 'Whether a key or a live session was sent.' }) },
      { description: 'Authentication state of the request.' }
    )
  }
})

export const getSession = operation({
  operationId: 'getSession',
  summary: 'Get the current principal and its sessions',
  description: 'Who the caller is, by the key or the session, and which sessions the principal has.',
  response: { 200: ref(Identity) }
})

export const endSession = operation({
  operationId: 'endSession',
  codes: ['session_not_found'],
  summary: 'End one of your sessions',
  description:
    'Only sessions of the same principal. Every process refuses the session from then on; the cookie is removed if it is that of the request.',
  params: Type.Object({
    id: Type.String({
      minLength: SESSION_ID_LENGTH,
      maxLength: SESSION_ID_LENGTH,
      description: 'Public id of the session, as `GET /api/auth/session` lists it.',
      examples: ['0123456789abcdef']
    })
  }),
  response: {
    200: closed(
      { ok: Type.Boolean({ description: 'True: the session has ended.' }) },
      { description: 'The session has ended.' }
    ),
    404: ref(ErrorBody, { description: 'No live session of the principal has this id.' })
  }
})

export const schemas = [Session, Identity, LoginBody]
