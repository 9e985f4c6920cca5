package main

import (
	"fmt"
	"math/big"
)

// The document of how a company's orders fared on a day: that it is the one in the log, and what of it follows from the rest of it.
// Formulas: rules/execution-figures.ts, losing-share.ts, withdrawal-clock.ts.

var orderTypes = []string{"market", "limit", "stop", "close", "stop_loss", "take_profit"}

const fewestAccounts = 20

func (r *report) judgeExecution(s *site, t *trust, facts []fact, day string, all []*receipt) {
	from, until, err := dayBounds(day)
	if err != nil {
		r.fail("execution document", "%v", err)
		return
	}
	text, err := s.get("/api/company/getExecution?day=" + day)
	if err != nil {
		r.fail("execution document", "%v", err)
		return
	}
	answer, err := parseJSON(text)
	data := objectOf(answer, "data")
	document := textOf(data, "document")
	stated, parseErr := parseJSON([]byte(document))
	if !r.hold("execution document", err == nil && parseErr == nil, "%s is told as nothing that could be read", day) {
		return
	}
	r.hold("execution document", data["is_final"] == true && textOf(data, "sha256") == sha256Hex([]byte(document)), "%s: not final, or another document than the one that was hashed", day)
	r.hold("execution document", canonical(stated) == document, "%s: not canonical JSON", day)
	end, _ := wholeOf(stated, "until")
	isOfDay := textOf(stated, "kind") == "execution" && textOf(stated, "broker") == t.company && textOf(stated, "day") == day && end == until
	r.hold("execution document", isOfDay, "it is not of %s of %s, whole", day, t.company)
	r.hold("execution document", data["differs"] == nil, "%s: the company itself says that its books come to something else", day)
	count := 0
	for _, one := range facts {
		if one.kind == "execution" && textOf(one.read, "day") == day {
			count++
			r.hold("execution fact", one.document == document, "%s: entry %d of the log says something else of the day", day, one.index)
		}
	}
	r.hold("execution fact", count == 1, "%s: the log has %d documents of the day", day, count)
	f := &figures{r: r, document: stated, classes: map[string]map[string]interface{}{}}
	f.min, _ = wholeOf(stated, "min_orders")
	f.judge()
	f.judgeOwn(all, from, until)
}

type figures struct {
	r        *report
	document interface{}
	min      int64
	classes  map[string]map[string]interface{}
	order    []string
}

// A null is an empty text, as instrument and as type: all of them.
func keyOf(class interface{}) string {
	return textOf(class, "instrument") + "/" + textOf(class, "type")
}

func (f *figures) hold(holds bool, format string, args ...interface{}) {
	f.r.hold("execution figures", holds, format, args...)
}

func numberOf(value interface{}, names ...string) int64 {
	for _, name := range names[:len(names)-1] {
		value = objectOf(value, name)
	}
	number, ok := wholeOf(value, names[len(names)-1])
	if !ok {
		return -1
	}
	return number
}

func (f *figures) judge() {
	for _, class := range listOf(f.document, "classes") {
		object, _ := class.(map[string]interface{})
		f.hold(f.classes[keyOf(class)] == nil, "%s is there twice", keyOf(class))
		f.classes[keyOf(class)] = object
		f.order = append(f.order, keyOf(class))
	}
	all := f.classes["/"]
	if f.hold(len(f.order) > 0 && f.order[0] == "/" && all != nil, "no line of all orders"); all == nil {
		return
	}
	instruments := map[string]bool{}
	for _, key := range f.order {
		f.judgeClass(key, f.classes[key])
		if code := textOf(f.classes[key], "instrument"); code != "" {
			instruments[code] = true
		}
	}
	// By type and by instrument the same orders are told once more: each way they add up to all.
	f.judgeSums(all, f.named("", orderTypes))
	for code := range instruments {
		f.judgeSums(f.classes[code+"/"], f.named(code, orderTypes))
	}
	var lines []map[string]interface{}
	few := []map[string]interface{}{}
	for code := range instruments {
		lines = append(lines, f.classes[code+"/"])
		if numberOf(f.classes[code+"/"], "orders") < f.min {
			few = append(few, f.classes[code+"/"])
		}
	}
	f.judgeSums(all, lines)
	others := objectOf(f.document, "others")
	f.judgeClass("others", others)
	f.judgeCounts(others, few)
	f.hold(numberOf(others, "instruments") == int64(len(few)), "%d instruments have fewer than %d orders, it says %d", len(few), f.min, numberOf(others, "instruments"))
	f.judgeSymmetry()
	f.judgeRest()
}

func (f *figures) named(code string, types []string) []map[string]interface{} {
	var found []map[string]interface{}
	for _, kind := range types {
		if class := f.classes[code+"/"+kind]; class != nil {
			found = append(found, class)
		}
	}
	return found
}

func total(list []interface{}) int64 {
	whole := int64(0)
	for _, one := range list {
		number, ok := one.(float64)
		if !ok || number < 0 {
			return -1
		}
		whole += int64(number)
	}
	return whole
}

// One line by itself.
func (f *figures) judgeClass(key string, class map[string]interface{}) {
	orders, filled, rejected := numberOf(class, "orders"), numberOf(class, "filled"), numberOf(class, "rejected")
	f.hold(orders == filled+rejected && filled >= 0 && rejected >= 0, "%s: %d orders, %d filled and %d rejected", key, orders, filled, rejected)
	told := 0
	for _, name := range []string{"fill_rate", "rejections", "slippage"} {
		if class[name] != nil {
			told++
		}
	}
	if orders < f.min {
		f.hold(told == 0 && class["took_ms"] == nil && class["quote_age_ms"] == nil, "%s: %d orders are too few to say more of", key, orders)
		return
	}
	f.hold(told == 3, "%s: of %d orders something is not said", key, orders)
	if orders > 0 {
		rate := divide(big.NewInt(filled*10_000), big.NewInt(orders), down)
		f.hold(textOf(class, "fill_rate") == formatScaled(rate, 2), "%s: the fill rate is %s, it says %s", key, formatScaled(rate, 2), textOf(class, "fill_rate"))
	}
	reasons := int64(0)
	for _, one := range listOf(class, "rejections") {
		reasons += numberOf(one, "count")
	}
	f.hold(reasons == rejected, "%s: %d were rejected, for reasons %d", key, rejected, reasons)
	slippage := objectOf(class, "slippage")
	better, same, worse := numberOf(slippage, "better"), numberOf(slippage, "same"), numberOf(slippage, "worse")
	measured := numberOf(slippage, "measured")
	f.hold(measured == better+same+worse && measured <= filled, "%s: slippage of %d fills: %d better, %d same, %d worse", key, measured, better, same, worse)
	f.hold(total(listOf(slippage, "better_by")) == better && total(listOf(slippage, "worse_by")) == worse, "%s: the classes of slippage are not all of it", key)
	net := parseFixed(textOf(slippage, "net_pips"))
	isPossible := net != nil && (better > 0 || net.Sign() <= 0) && (worse > 0 || net.Sign() >= 0)
	f.hold(isPossible, "%s: %s pips of %d better and %d worse", key, textOf(slippage, "net_pips"), better, worse)
	for _, name := range []string{"took_ms", "quote_age_ms"} {
		if times := objectOf(class, name); times != nil {
			count := numberOf(times, "measured")
			f.hold(count >= 1 && count <= filled && numberOf(times, "p50") <= numberOf(times, "p99"), "%s: %s of %d", key, name, count)
		}
	}
}

func (f *figures) judgeCounts(whole map[string]interface{}, parts []map[string]interface{}) {
	for _, name := range []string{"orders", "filled", "rejected"} {
		count := int64(0)
		for _, part := range parts {
			count += numberOf(part, name)
		}
		f.hold(count == numberOf(whole, name), "%s: %s are %d, its parts %d", keyOf(whole), name, numberOf(whole, name), count)
	}
}

// Counts always; what is said of their slippage where it is said of every part.
func (f *figures) judgeSums(whole map[string]interface{}, parts []map[string]interface{}) {
	f.judgeCounts(whole, parts)
	net := new(big.Int)
	counts := map[string]int64{}
	names := []string{"measured", "better", "same", "worse"}
	for _, part := range parts {
		slippage := objectOf(part, "slippage")
		pips := parseFixed(textOf(slippage, "net_pips"))
		if slippage == nil || pips == nil {
			f.r.leave("execution figures", "sums of slippage of which a part is too few to be told")
			return
		}
		net = sum(net, pips)
		for _, name := range names {
			counts[name] += numberOf(slippage, name)
		}
	}
	slippage := objectOf(whole, "slippage")
	if slippage == nil {
		return
	}
	for _, name := range names {
		f.hold(counts[name] == numberOf(slippage, name), "%s: %s are %d, of its parts %d", keyOf(whole), name, numberOf(slippage, name), counts[name])
	}
	stated := parseFixed(textOf(slippage, "net_pips"))
	f.hold(stated != nil && stated.Cmp(net) == 0, "%s: %s pips, of its parts %s", keyOf(whole), textOf(slippage, "net_pips"), formatFixed(net))
}

// The difference of the shares, and whether it is beyond the bound and beyond what a coin would make of it.
func (f *figures) judgeSymmetry() {
	hold := func(holds bool, format string, args ...interface{}) {
		f.r.hold("execution symmetry", holds, format, args...)
	}
	symmetry := objectOf(f.document, "symmetry")
	measured, better, worse := numberOf(symmetry, "measured"), numberOf(symmetry, "better"), numberOf(symmetry, "worse")
	if slippage := objectOf(f.classes["/market"], "slippage"); slippage != nil {
		for _, name := range []string{"measured", "better", "worse"} {
			hold(numberOf(symmetry, name) == numberOf(slippage, name), "%s: %d, of market orders %d", name, numberOf(symmetry, name), numberOf(slippage, name))
		}
	}
	if measured < f.min {
		hold(measured >= 0 && symmetry["difference"] == nil && symmetry["is_symmetric"] == nil, "%d fills are too few to judge", measured)
		return
	}
	apart := worse - better
	difference := formatScaled(divide(big.NewInt(apart*10_000), big.NewInt(measured), halfEven), 2)
	hold(textOf(symmetry, "difference") == difference, "the difference is %s, it says %s", difference, textOf(symmetry, "difference"))
	bound := parseScaled(textOf(symmetry, "bound"), 2)
	if bound == nil {
		hold(false, "a bound of %q", textOf(symmetry, "bound"))
		return
	}
	size := new(big.Int).Abs(big.NewInt(apart))
	isBeyond := product(size, big.NewInt(10_000)).Cmp(product(bound, big.NewInt(measured))) > 0
	isMoreThanChance := product(size, size).Cmp(big.NewInt(9*(better+worse))) > 0
	hold(symmetry["is_symmetric"] == !(isBeyond && isMoreThanChance), "it says %v of %d better and %d worse of %d", symmetry["is_symmetric"], better, worse, measured)
}

func (f *figures) judgeRest() {
	ends := objectOf(f.document, "stop_outs")
	positions, accounts := numberOf(ends, "positions"), numberOf(ends, "accounts")
	f.hold(accounts >= 0 && accounts <= positions && (accounts > 0 || positions == 0), "%d positions of %d accounts were stopped out", positions, accounts)
	f.hold(accounts <= numberOf(ends, "accounts_with_position"), "more accounts were stopped out than had a position")
	borne := parseFixed(textOf(f.document, "paid_below_zero"))
	f.hold(borne != nil && borne.Sign() >= 0, "the company bore %q", textOf(f.document, "paid_below_zero"))
	losing := objectOf(f.document, "losing")
	of, lost := numberOf(losing, "accounts"), numberOf(losing, "losing")
	if of < fewestAccounts {
		f.hold(of >= 0 && losing["losing"] == nil && losing["share_percent"] == nil, "%d accounts are too few to state a share of", of)
	} else {
		share := formatScaled(divide(big.NewInt(lost*10_000), big.NewInt(of), up), 2)
		f.hold(lost >= 0 && lost <= of && textOf(losing, "share_percent") == share, "%d of %d lost, %s percent; it says %s", lost, of, share, textOf(losing, "share_percent"))
	}
	clock := objectOf(f.document, "withdrawals")
	ended := numberOf(clock, "paid") + numberOf(clock, "rejected") + numberOf(clock, "taken_back") + numberOf(clock, "waiting")
	f.hold(numberOf(clock, "asked") == ended, "%d withdrawals were asked for, %d have ended or wait", numberOf(clock, "asked"), ended)
	end, promised := numberOf(f.document, "until"), numberOf(clock, "promised_hours")
	for _, one := range listOf(clock, "overdue") {
		f.hold(numberOf(one, "asked_at") <= end-promised*hourMs, "a withdrawal of %s is not overdue", utc(numberOf(one, "asked_at")))
	}
	// Days that were written before challenges were counted have none.
	if cases := objectOf(f.document, "challenges"); cases != nil {
		stand := numberOf(cases, "stands") + numberOf(cases, "corrected") + numberOf(cases, "taken_back") + numberOf(cases, "waiting")
		f.hold(numberOf(cases, "opened") == stand, "%d challenges were opened, %d have ended or wait", numberOf(cases, "opened"), stand)
		f.hold(numberOf(cases, "answered_late") <= numberOf(cases, "opened"), "more challenges were answered late than were opened")
	}
}

var closeTypes = map[string]string{"manual": "close", "stop_loss": "stop_loss", "take_profit": "take_profit"}

// What a trader's own receipts say happened on the day has to be in the figures: they may hold more than that, never less.
func (f *figures) judgeOwn(all []*receipt, from, until int64) {
	own, stopped, borne := map[string]int64{}, int64(0), new(big.Int)
	for _, one := range all {
		counts := one.body["demo_account"] == false || textOf(f.document, "accounts") == "demonstration"
		if one.at < from || one.at >= until || !counts {
			continue
		}
		kind := ""
		switch reason := one.text("reason"); one.text("event") {
		case "order_opened":
			if kind = one.text("kind"); kind == "" {
				kind = "market"
			}
		case "order_closed":
			kind = closeTypes[reason]
			if reason == "stop_out" {
				stopped++
			}
		case "adjustment":
			if amount := one.amount("profit"); reason == "negative_balance_protection" && amount != nil {
				borne = sum(borne, amount)
			}
		}
		if kind == "" {
			continue
		}
		for _, key := range []string{"/", "/" + kind, one.text("instrument") + "/", one.text("instrument") + "/" + kind} {
			own[key]++
		}
	}
	hold := func(holds bool, said string) { f.r.hold("execution own orders", holds, "%s", said) }
	for key, count := range own {
		filled := numberOf(f.classes[key], "filled")
		hold(filled >= count, fmt.Sprintf("%s: the files hold %d fills of the day, the figures %d", key, count, filled))
	}
	if positions := numberOf(f.document, "stop_outs", "positions"); stopped > 0 {
		hold(positions >= stopped, fmt.Sprintf("the files hold %d positions that were stopped out, the figures %d", stopped, positions))
	}
	if stated := parseFixed(textOf(f.document, "paid_below_zero")); borne.Sign() > 0 {
		hold(stated != nil && stated.Cmp(borne) >= 0, fmt.Sprintf("the files hold %s that the company bore", formatFixed(borne)))
	}
	if len(own) == 0 && stopped == 0 {
		f.r.leave("execution own orders", "no receipt in the files is of the day and of an account that counts")
	}
}
