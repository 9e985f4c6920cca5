/**
 * The baseline of the home page: Remix alone. One route with a loader and a list of 33 rows, the same adapter to Node's HTTP,
 * no tenant, no session, no broker, no texts, no styles. `node --import tsx bare-remix-server.tsx <port>`
 */
import { createServer } from 'node:http'
import { PassThrough } from 'node:stream'
import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type EntryContext,
  installGlobals,
  type ServerBuild,
} from '@remix-run/node'
import { RemixServer, Scripts, useLoaderData } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { BodyBound, sendWebResponse, toWebRequest } from '../../app/door/node-web.server'
import remixConfig from '../../remix.config.js'

installGlobals({ nativeFetch: true })

function loader() {
  return {
    rows: Array.from({ length: 33 }, (_, index) => ({ code: `CODE${index}`, price: (1.1 + index / 1000).toFixed(5), change: '+0.12' })),
  }
}

function Page() {
  const { rows } = useLoaderData<typeof loader>()
  return (
    <html lang="en">
      <head>
        <title>Bare</title>
      </head>
      <body>
        <ul>
          {rows.map(({ code, price, change }) => (
            <li key={code}>
              <a href={`/trade/${code}`}>{code}</a> <b>{price}</b> <i>{change}</i>
            </li>
          ))}
        </ul>
        <Scripts />
      </body>
    </html>
  )
}

function handleDocument(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onShellReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        pipe(body)
      },
      onShellError: reject,
    })
  })
}

const asset = {
  id: 'root',
  path: '',
  module: '/root.js',
  imports: [],
  hasAction: false,
  hasLoader: true,
  hasErrorBoundary: false,
  hasClientAction: false,
  hasClientLoader: false,
}
const build = {
  mode: 'production',
  entry: { module: { default: handleDocument } },
  routes: { root: { id: 'root', path: '', module: { default: Page, loader } } },
  assets: { version: '1', url: '/manifest.js', entry: { module: '/entry.js', imports: [] }, routes: { root: asset } },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  future: { ...remixConfig.future },
  isSpaMode: false,
} as unknown as ServerBuild

const handle = createRequestHandler(build, 'production')
createServer(async (req, res) => {
  // A browser asks for the scripts that the page names, and for more; there is nothing but the page.
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const request = toWebRequest(req, res, 'http://localhost', new BodyBound(1_000_000, { most: 1_000_000, bytes: 0 }))
  await sendWebResponse(res, await handle(request))
}).listen(Number(process.argv[2]), '127.0.0.1')
