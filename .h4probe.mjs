import { chromium } from 'playwright'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const c = await b.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' }); 
await c.addInitScript(() => { const add = () => { if (document.body) { const d = document.createElement('div'); d.id='foreign'; document.documentElement.appendChild(d); const e=document.createElement('i'); document.body.prepend(e) } else setTimeout(add, 0) }; add() })
const p = await c.newPage(); p.on('console', m => { if (m.type()==='error') console.log('console', m.text().slice(0,200)) })
await p.goto('http://aurora.localhost:3104/mine/announcement'); await p.waitForTimeout(1500)
console.log(await p.evaluate(() => ({ bar: getComputedStyle(document.querySelector('header')).position, bg: getComputedStyle(document.body).backgroundColor, styles: document.querySelectorAll('style').length, brand: getComputedStyle(document.documentElement).getPropertyValue('--brand') })))
await p.screenshot({ path: '/tmp/candor/shots-h4/foreign.png' })
await c.close()
// no flash: first paint colours with JS off in dark cookie for meridian
const d = await b.newContext({ javaScriptEnabled: false }); await d.addCookies([{name:'mode',value:'dark',url:'http://meridian.localhost:3104'},{name:'updown',value:'red-up',url:'http://meridian.localhost:3104'}]); const q = await d.newPage(); await q.goto('http://meridian.localhost:3104/'); console.log(await q.locator('html').getAttribute('data-mode'), await q.locator('html').getAttribute('data-updown')); await q.screenshot({path:'/tmp/candor/shots-h4/nojs-home-dark.png'})
await b.close()
