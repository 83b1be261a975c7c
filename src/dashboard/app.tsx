// The entry of the bundle: shows the page that belongs to the address.
import { type ComponentType, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { BareFrame, Frame } from './kit/frame.js'
import { type PageProps, Screen } from './kit/page.js'
import { LOGIN } from './kit/return-path.js'
import { place, startRouter } from './kit/router.js'
import { useStore } from './kit/store.js'
import { PAGES } from './pages/index.js'
import { matchSite, type PageName, type SiteMatch } from './site-map.js'

type PageComponent = ComponentType<PageProps>

/** Pages that were loaded before appear at once. */
const loaded = new Map<PageName, PageComponent>()

function App() {
  const { path } = useStore(place)
  const match = matchSite(path)
  if (match === undefined) return <NoSuchPage />
  const shown = <PageLoader key={path} match={match} />
  return path === LOGIN ? <BareFrame>{shown}</BareFrame> : <Frame>{shown}</Frame>
}

function PageLoader({ match: { site, params } }: { match: SiteMatch }) {
  const [Shown, setShown] = useState(() => loaded.get(site.name))
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    PAGES[site.name]().then(
      (component) => {
        loaded.set(site.name, component)
        setShown(() => component)
      },
      () => setHasFailed(true)
    )
  }, [site.name])
  if (Shown) return <Shown params={params} />
  if (hasFailed) return <LoadFailed title={site.title} />
  return <p class="muted loading">Loading…</p>
}

/** The files of a page are gone after an upgrade of the service, or the network is. */
function LoadFailed({ title }: { title: string }) {
  return (
    <Screen title={title}>
      <p class="failure" role="alert">
        This page could not be loaded.
      </p>
      <button type="button" onClick={() => location.reload()}>
        Load it again
      </button>
    </Screen>
  )
}

function NoSuchPage() {
  return (
    <Frame>
      <Screen title="No such page">
        <p>
          Nothing is at this address. <a href="/dashboard">Go to the overview.</a>
        </p>
      </Screen>
    </Frame>
  )
}

startRouter()
render(<App />, document.body)
