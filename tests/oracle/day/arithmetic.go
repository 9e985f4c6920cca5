package main

import (
	"fmt"
	"math/big"
	"sort"
)

// What a receipt states, worked out again from what it and others state. Formulas: rules/profit.ts, margin.ts, fee.ts, funding.ts.

// A change of terms is in the log within a minute; a little more, because a clock is read twice.
const termsNotedWithinMs = 70_000

type order struct {
	opening  *receipt
	closings []*receipt
}

type books struct {
	facts  []fact
	byHash map[string]*receipt
	orders map[string]*order
}

func (r *report) judgeArithmetic(facts []fact, all []*receipt) {
	b := &books{facts: facts, byHash: map[string]*receipt{}, orders: map[string]*order{}}
	for _, one := range all {
		if !one.isStatement() {
			b.byHash[one.hash] = one
			b.take(one)
		}
	}
	for _, one := range all {
		if one.isStatement() {
			continue
		}
		r.judgeBalance(b, one)
		switch event := one.text("event"); {
		case event == "order_opened":
			r.judgePrice(one, true)
			r.judgeRate(b, one)
			r.judgeMargin(b, one)
			r.judgeFee(b, one)
		case event == "order_closed":
			r.judgePrice(one, false)
			r.judgeRate(b, one)
			r.judgeProfit(b, one)
		case event == "adjustment" && one.text("reason") == "funding":
			r.judgeFunding(b, one)
		}
	}
	for id, one := range b.orders {
		r.judgeParts(id, one)
	}
}

// A part that was closed is an order of its own, which names the one it was split from.
func (b *books) take(one *receipt) {
	id := one.text("order")
	if one.text("event") == "order_closed" && one.text("parent") != "" {
		id = one.text("parent")
	}
	if id == "" {
		return
	}
	if b.orders[id] == nil {
		b.orders[id] = &order{}
	}
	switch one.text("event") {
	case "order_opened":
		b.orders[id].opening = one
	case "order_closed":
		b.orders[id].closings = append(b.orders[id].closings, one)
	}
}

func (b *books) openingOf(one *receipt) *receipt {
	for _, id := range []string{one.text("order"), one.text("parent")} {
		if found := b.orders[id]; id != "" && found != nil && found.opening != nil {
			return found.opening
		}
	}
	return nil
}

// The terms that a receipt may have been written by: those that stood, and those noted within a minute.
func (b *books) termsAt(at int64) []*fact {
	var found []*fact
	if standing := newestOf(b.facts, "terms", at+1); standing != nil {
		found = append(found, standing)
	}
	for index := range b.facts {
		one := &b.facts[index]
		if one.kind == "terms" && one.at > at && one.at <= at+termsNotedWithinMs {
			found = append(found, one)
		}
	}
	return found
}

// Whether the receipt follows by some terms that may have stood; left out where the log has none of its instrument.
func (r *report) byTerms(b *books, name string, one *receipt, wanted func(terms *fact, offered map[string]interface{}) (*big.Int, error), stated *big.Int) {
	said := ""
	for _, terms := range b.termsAt(one.at) {
		offered := objectOf(terms.read, "instruments")
		instrument := objectOf(offered, one.text("instrument"))
		if instrument == nil {
			continue
		}
		found, err := wanted(terms, instrument)
		if err == nil && stated != nil && found.Cmp(stated) == 0 {
			r.hold(name, true, "")
			return
		}
		if err != nil {
			said = err.Error()
		} else {
			said = fmt.Sprintf("it comes to %s", formatFixed(found))
		}
	}
	if said == "" {
		r.leave(name, "no terms of its instrument are in the log")
		return
	}
	r.fail(name, "%s: it says %q, %s", one.label(), one.text(statedName[name]), said)
}

var statedName = map[string]string{"receipt margin": "margin", "receipt fee": "fee", "receipt profit": "profit", "receipt rate": "conversion_rate"}

// A buy opens at the ask and closes at the bid, a sell the other way.
func (r *report) judgePrice(one *receipt, opens bool) {
	if one.isAtProvider() {
		r.leave("receipt price", "filled by a provider")
		return
	}
	side := "bid"
	if (one.text("side") == "buy") == opens {
		side = "ask"
	}
	price, quoted := one.amount("price"), parseFixed(textOf(objectOf(one.body, "quote"), side))
	holds := price != nil && quoted != nil && price.Cmp(quoted) == 0 && price.Sign() > 0
	r.hold("receipt price", holds, "%s: its price is %s, the %s of its quote another", one.label(), one.text("price"), side)
}

// Dollars count one to one; what another currency was worth is the market's to say.
func (r *report) judgeRate(b *books, one *receipt) {
	rate := parseRate(one.text("conversion_rate"))
	r.hold("receipt rate", rate != nil && rate.Sign() > 0, "%s: a rate of %q", one.label(), one.text("conversion_rate"))
	for _, terms := range b.termsAt(one.at) {
		switch textOf(objectOf(objectOf(terms.read, "instruments"), one.text("instrument")), "quote_currency") {
		case "USD", "USDT":
			r.hold("receipt rate", rate != nil && rate.Cmp(rateOne) == 0, "%s: a dollar is not %s", one.label(), one.text("conversion_rate"))
		case "":
			continue
		default:
			r.leave("receipt rate", "rates of other currencies than the dollar, which the market said")
		}
		return
	}
}

// lots × contract size × price × rate ÷ leverage, or lots × contract size × rate where the margin is fixed; rounded up.
func (r *report) judgeMargin(b *books, one *receipt) {
	if one.isAtProvider() {
		r.leave("receipt margin", "filled by a provider")
		return
	}
	lots, price, rate := one.amount("lots"), one.amount("price"), parseRate(one.text("conversion_rate"))
	r.byTerms(b, "receipt margin", one, func(_ *fact, offered map[string]interface{}) (*big.Int, error) {
		size := parseFixed(textOf(offered, "contract_size"))
		leverage := parseScaled(one.text("leverage"), 0)
		mode := textOf(offered, "margin_mode")
		switch {
		case lots == nil || price == nil || rate == nil || size == nil:
			return nil, fmt.Errorf("and lots, price, rate or contract size are no numbers")
		case mode == "fixed":
			return divide(product(lots, size, rate), product(fixedOne, rateOne), up), nil
		case mode == "leveraged" && leverage != nil && leverage.Sign() > 0:
			return divide(product(lots, size, price, rate), product(fixedOne, fixedOne, rateOne, leverage), up), nil
		}
		return nil, fmt.Errorf("with a leverage of %q, margin %q", one.text("leverage"), mode)
	}, one.amount("margin"))
}

// Of each lot, or a share of the margin; rounded up.
func (r *report) judgeFee(b *books, one *receipt) {
	lots, margin := one.amount("lots"), one.amount("margin")
	r.byTerms(b, "receipt fee", one, func(terms *fact, offered map[string]interface{}) (*big.Int, error) {
		rate := parseFixed(textOf(offered, "fee_rate"))
		of := margin
		if textOf(terms.read, "fee_type") == "per-lot" {
			of = lots
		}
		if rate == nil || of == nil {
			return nil, fmt.Errorf("and lots, margin or rate of the fee are no numbers")
		}
		return divide(product(of, rate), fixedOne, up), nil
	}, one.amount("fee"))
}

// (close − open) × lots × contract size × rate, the other way for a sell; to the nearest digit, a tie to the even one.
func (r *report) judgeProfit(b *books, one *receipt) {
	opening := b.openingOf(one)
	if opening == nil {
		r.leave("receipt profit", "closings whose opening is in no file")
		return
	}
	r.hold("receipt profit", opening.text("side") == one.text("side") && opening.text("instrument") == one.text("instrument") && opening.at <= one.at,
		"%s: it was opened as something else", one.label())
	open, closed, lots, rate := opening.amount("price"), one.amount("price"), one.amount("lots"), parseRate(one.text("conversion_rate"))
	r.byTerms(b, "receipt profit", one, func(_ *fact, offered map[string]interface{}) (*big.Int, error) {
		size := parseFixed(textOf(offered, "contract_size"))
		if open == nil || closed == nil || lots == nil || rate == nil || size == nil {
			return nil, fmt.Errorf("and prices, lots, rate or contract size are no numbers")
		}
		moved := sum(closed, minus(open))
		if one.text("side") == "sell" {
			moved = minus(moved)
		}
		return divide(product(moved, lots, size, rate), product(fixedOne, fixedOne, rateOne), halfEven), nil
	}, one.amount("profit"))
}

// Parts take margin and fee along by their lots, rounded down, and what is left goes with the last one.
func (r *report) judgeParts(id string, one *order) {
	if one.opening == nil || len(one.closings) == 0 {
		return
	}
	lots, margin, fee := one.opening.amount("lots"), one.opening.amount("margin"), one.opening.amount("fee")
	closed := new(big.Int)
	for _, closing := range one.closings {
		if closing.amount("lots") == nil || closing.amount("margin") == nil || closing.amount("fee") == nil {
			r.fail("receipt parts", "%s: its lots, margin or fee are no numbers", closing.label())
			return
		}
		closed = sum(closed, closing.amount("lots"))
	}
	sort.SliceStable(one.closings, func(i, j int) bool { return one.closings[i].at < one.closings[j].at })
	if lots == nil || margin == nil || fee == nil || !r.hold("receipt parts", closed.Cmp(lots) <= 0, "order %s: more lots were closed than opened", id) {
		return
	}
	if closed.Cmp(lots) < 0 {
		r.leave("receipt parts", "orders that are not closed, or whose parts are not all in the files")
		return
	}
	for _, closing := range one.closings {
		part := closing.amount("lots")
		wantedMargin := divide(product(margin, part), lots, down)
		wantedFee := divide(product(fee, part), lots, down)
		holds := wantedMargin.Cmp(closing.amount("margin")) == 0 && wantedFee.Cmp(closing.amount("fee")) == 0
		r.hold("receipt parts", holds, "%s: its part of margin and fee is %s and %s", closing.label(), formatFixed(wantedMargin), formatFixed(wantedFee))
		if lots = sum(lots, minus(part)); lots.Sign() <= 0 {
			return
		}
		margin, fee = sum(margin, minus(closing.amount("margin"))), sum(fee, minus(closing.amount("fee")))
	}
}

// lots × contract size × price × yearly rate × nights ÷ days of the year, at the rate; what is paid is below zero.
func (r *report) judgeFunding(b *books, one *receipt) {
	facts := objectOf(one.body, "funding")
	lots, rate, profit := one.amount("lots"), parseRate(one.text("conversion_rate")), one.amount("profit")
	size, price, yearly := parseFixed(textOf(facts, "contract_size")), parseFixed(textOf(facts, "price")), parseFixed(textOf(facts, "yearly_rate"))
	nights, hasNights := wholeOf(facts, "nights")
	days, hasDays := wholeOf(facts, "day_count")
	if lots == nil || rate == nil || profit == nil || size == nil || price == nil || yearly == nil || !hasNights || !hasDays || days <= 0 {
		r.fail("receipt funding", "%s: what it was counted from is not all there", one.label())
		return
	}
	paid := product(lots, size, price, yearly, rate, big.NewInt(nights))
	wanted := divide(minus(paid), product(fixedOne, fixedOne, fixedOne, rateOne, big.NewInt(100), big.NewInt(days)), halfEven)
	r.hold("receipt funding", wanted.Cmp(profit) == 0, "%s: it says %s, it comes to %s", one.label(), formatFixed(profit), formatFixed(wanted))
}

// Of two receipts that follow each other the balance has changed by what the later one says.
func (r *report) judgeBalance(b *books, one *receipt) {
	before := b.byHash[one.previous]
	if before == nil {
		r.leave("receipt balance", "receipts whose one before is in no file")
		return
	}
	if one.isAtProvider() || one.text("reason") == "not_filled" {
		r.leave("receipt balance", "orders at a provider, whose reserve comes and goes")
		return
	}
	had, has, moved := before.amount("balance_after"), one.amount("balance_after"), new(big.Int)
	switch one.text("event") {
	case "order_opened":
		if margin, fee := one.amount("margin"), one.amount("fee"); margin != nil && fee != nil {
			moved = minus(sum(margin, fee))
		}
	case "order_closed":
		if margin, profit := one.amount("margin"), one.amount("profit"); margin != nil && profit != nil {
			moved = sum(margin, profit)
		}
	case "adjustment":
		if profit := one.amount("profit"); profit != nil {
			moved = profit
		}
	}
	holds := had != nil && has != nil && sum(had, moved).Cmp(has) == 0
	r.hold("receipt balance", holds, "%s: from %s by %s to %s", one.label(), before.text("balance_after"), formatFixed(moved), one.text("balance_after"))
}
