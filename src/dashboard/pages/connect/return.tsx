// The way back from the host: the address holds a code, which becomes the App at once and leaves the address.
import { useCallback, useEffect, useState } from 'preact/hooks'
import { type ApiFailure, type ApiResult, apiClient, callApi, type Schemas } from '../../kit/api.js'
import { OutsideLink } from '../../kit/details.js'
import { refreshAll } from '../../kit/use-api.js'

type Returned = Schemas['ConnectionBody']
type Made = ApiResult<Schemas['MadeConnection']>

export function ReturnFromHost() {
  const [returned] = useState(returnedInAddress)
  const [made, setMade] = useState<Made>()
  const ask = useCallback(() => {
    if (!returned) return
    setMade(undefined)
    void callApi(apiClient.POST('/api/system/connection', { body: returned })).then((result) => {
      setMade(result)
      refreshAll()
    })
  }, [returned])
  useEffect(() => {
    // Neither a reload nor the history may send the code a second time.
    if (returned) history.replaceState(history.state, '', location.pathname)
    ask()
  }, [returned, ask])
  if (!returned) return null
  if (made === undefined) return <p role="status">GitHub is asked for the App…</p>
  if (made.failure) return <Failure failure={made.failure} onRetry={ask} />
  const { name, install_url, message } = made.data
  return (
    <p role="status">
      GitHub has made the App <strong>{name}</strong>. {message}{' '}
      <OutsideLink href={install_url}>Install it on GitHub</OutsideLink>
    </p>
  )
}

function returnedInAddress(): Returned | undefined {
  const query = new URLSearchParams(location.search)
  const [code, state] = [query.get('code'), query.get('state')]
  return code === null || state === null ? undefined : { code, state }
}

const TOO_MANY_REQUESTS = 429

function Failure({ failure: { status, message }, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  // Anything else was refused, and will be again.
  const isPassing = status === 0 || status === TOO_MANY_REQUESTS || status >= 500
  return (
    <>
      <p class="failure" role="alert">
        {message}
      </p>
      {isPassing && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </>
  )
}
