import { chromium } from 'playwright'
import AxeBuilder from '@axe-core/playwright'
import { signInDemoTrader } from './scripts/tenant/preview-shots'
import fs from 'node:fs'
const brands = process.argv[2]!.split(','), screens=(process.argv[3]??'home,trade,order,mine,login').split(','), out='/tmp/candor/a2/shots'; fs.mkdirSync(out,{recursive:true})
const P:any={welcome:'/',home:'/',trade:'/trade',order:'/order',mine:'/user',login:'/login',register:'/register',wallet:'/mine/wallet',language:'/language'}
const SZ:any={phone:{width:390,height:844},desktop:{width:1440,height:900}}
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']})
for (const id of brands) { const origin=`http://${id}.localhost:3421`; const token=await signInDemoTrader(b,origin)
 for (const size of (process.argv[4]??'phone,desktop').split(',')) for (const mode of ['light','dark']) {
  const c=await b.newContext({viewport:SZ[size],reducedMotion:'reduce',...(size==='phone'?{isMobile:true,hasTouch:true}:{})})
  await c.addCookies([{name:'mode',value:mode,url:origin},{name:'lng',value:'en',url:origin}])
  const p=await c.newPage(); let signed=false
  for (const s of [...screens].sort((a,b2)=>Number(!['login','welcome','register'].includes(a))-Number(!['login','welcome','register'].includes(b2)))) {
   if(!['login','welcome','register'].includes(s)&&!signed){signed=true; await c.addCookies([{name:'candor_session',value:encodeURIComponent(token),url:origin,httpOnly:true}])}
   await p.goto(origin+P[s]); await p.waitForTimeout(s==='trade'?3000:1200)
   await p.screenshot({path:`${out}/${id}-${mode}-${size}-${s}.png`,animations:'disabled'})
   if(process.env.AXE){ const r=await new AxeBuilder({page:p as any}).withRules(['color-contrast']).analyze(); for(const v of r.violations) for(const n of v.nodes) console.log(id,mode,size,s,n.target.join(' '),n.any[0]?.message) ; console.log('axe',id,mode,size,s,r.violations.length) }
  }
  await c.close()
 } }
await b.close()
