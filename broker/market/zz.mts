import {SimulatedFeed} from './simulated-feed'
import {backFill} from './back-fill'
import {MemoryCandleStore} from './memory-candle-store'
import {PGlite} from '@electric-sql/pglite'
import {CATALOGUE} from './catalogue'
import {PERIODS} from '../../rules/candles'
const now=Date.parse('2026-11-20T15:07:13Z')
const f=new SimulatedFeed({seed:'candor',instruments:CATALOGUE.slice(0,10)})
const m=new MemoryCandleStore()
await backFill({feed:f,store:m,nowMs:now})
const rows=[] as any[]
for(const i of f.instruments)for(const p of PERIODS)for(const c of await m.load(i.code,p,{end:Infinity,limit:1e6}))rows.push({...c,code:i.code,period:p})
console.log(rows.length)
const db=await PGlite.create('memory://')
const T='(code text not null, period text not null, time bigint not null, open bigint not null, high bigint not null, low bigint not null, close bigint not null, volume bigint not null'
async function run(name:string,ddl:string,chunk:number,sql:string,fmt:(r:any[])=>any[],opts?:any){
  await db.exec('drop table if exists c'); await db.exec('create table c '+ddl)
  const t=performance.now()
  await db.transaction(async tx=>{for(let i=0;i<rows.length;i+=chunk){const p=fmt(rows.slice(i,i+chunk));await tx.query(sql,p,opts)}})
  console.log(name,(performance.now()-t)|0)
}
const cols=['code','period','time','open','high','low','close','volume']
const csv=(r:any[])=>cols.map(k=>r.map(x=>x[k]).join(','))
const sel="select * from unnest(string_to_array($1::text,','),string_to_array($2::text,','),string_to_array($3::text,',')::bigint[],string_to_array($4::text,',')::bigint[],string_to_array($5::text,',')::bigint[],string_to_array($6::text,',')::bigint[],string_to_array($7::text,',')::bigint[],string_to_array($8::text,',')::bigint[])"
const oc=' on conflict (code,period,time) do update set open=excluded.open,high=excluded.high,low=excluded.low,close=excluded.close,volume=excluded.volume'
await run('warm',T+', primary key(code,period,time))',4000,'insert into c '+sel+oc,csv)
await run('oc4000',T+', primary key(code,period,time))',4000,'insert into c '+sel+oc,csv)
await run('oc1000',T+', primary key(code,period,time))',1000,'insert into c '+sel+oc,csv)
await run('oc20000',T+', primary key(code,period,time))',20000,'insert into c '+sel+oc,csv)
await run('plain4000',T+', primary key(code,period,time))',4000,'insert into c '+sel,csv)
await run('nopk4000',T+')',4000,'insert into c '+sel,csv)
const copy=(r:any[])=>[]
{await db.exec('drop table if exists c; create table c '+T+', primary key(code,period,time))')
const t=performance.now(); const blob=new Blob([rows.map(x=>cols.map(k=>x[k]).join(',')).join('\n')]); await db.query("copy c from '/dev/blob' with (format csv)",[],{blob}); console.log('copy',(performance.now()-t)|0)}
{const t=performance.now(); await db.query("select count(*) from (select * from unnest(string_to_array($1::text,',')::bigint[])) x",[rows.map(r=>r.open).join(',')]);console.log('parse only 1 col',(performance.now()-t)|0)}
