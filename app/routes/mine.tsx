import { Outlet } from '@remix-run/react'

export default function MineLayout() {
  return <Outlet />
}
