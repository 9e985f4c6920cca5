// A second opinion on our side of FIX: an acceptor by QuickFIX, which judges every message by its dictionary. It quotes a price that
// grows by one step a message, fills each order in two parts, refuses those whose id begins with R, and counts what it filled.
//   acceptor <settings file>; prints a line for each logon, logout and refusal.
#include <quickfix/Application.h>
#include <quickfix/FileStore.h>
#include <quickfix/FileLog.h>
#include <quickfix/MessageCracker.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketAcceptor.h>
#include <quickfix/fix44/ExecutionReport.h>
#include <quickfix/fix44/MarketDataIncrementalRefresh.h>
#include <quickfix/fix44/MarketDataRequest.h>
#include <quickfix/fix44/MarketDataRequestReject.h>
#include <quickfix/fix44/MarketDataSnapshotFullRefresh.h>
#include <quickfix/fix44/NewOrderSingle.h>
#include <quickfix/fix44/OrderStatusRequest.h>
#include <quickfix/fix44/PositionReport.h>
#include <quickfix/fix44/RequestForPositions.h>
#include <quickfix/fix44/RequestForPositionsAck.h>
#include <quickfix/fix44/SecurityList.h>
#include <quickfix/fix44/SecurityListRequest.h>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>

using namespace FIX;

class Provider : public Application, public MessageCracker {
  struct Subscription { SessionID session; std::string symbol; };
  std::mutex lock;
  std::map<std::string, Subscription> subscriptions;
  std::map<std::string, double> orders;
  double held = 0;
  int executions = 0;
  int step = 0;

  static std::string text(double price) { char buffer[32]; std::snprintf(buffer, sizeof buffer, "%.5f", price); return buffer; }
  double bid() const { return 1.10000 + step * 0.00001; }

  template <class Message, class Group> void addEntry(Message &message, char type, double price, bool isChange) {
    Group group;
    if (isChange) group.setField(MDUpdateAction(MDUpdateAction_CHANGE));
    group.setField(MDEntryType(type));
    group.setField(MDEntryID(std::string("E") + type));
    group.setField(StringField(FIELD::MDEntryPx, text(price)));
    group.setField(MDEntrySize(1000000));
    message.addGroup(group);
  }

  void report(const SessionID &session, const std::string &id, const std::string &symbol, char side, double quantity, char type, char status,
              double last, double filled, const char *reason = "") {
    FIX44::ExecutionReport report(OrderID("O" + id), ExecID("E" + std::to_string(++executions)), ExecType(type), OrdStatus(status), Side(side),
                                  LeavesQty(status == OrdStatus_REJECTED ? 0 : quantity - filled), CumQty(filled), AvgPx(1.1));
    report.set(ClOrdID(id));
    report.set(Symbol(symbol));
    report.set(OrderQty(quantity));
    report.set(TransactTime());
    if (last > 0) { report.set(LastQty(last)); report.setField(StringField(FIELD::LastPx, "1.10000")); }
    if (*reason) report.set(Text(reason));
    try { Session::sendToTarget(report, session); } catch (SessionNotFound &) {}
  }

public:
  void onCreate(const SessionID &) override {}
  void onLogon(const SessionID &session) override { std::cout << "logon " << session << std::endl; }
  void onLogout(const SessionID &session) override {
    std::cout << "logout " << session << std::endl;
    std::lock_guard<std::mutex> guard(lock);
    for (auto it = subscriptions.begin(); it != subscriptions.end();) it = it->second.session == session ? subscriptions.erase(it) : std::next(it);
  }
  void toAdmin(Message &message, const SessionID &) override {
    if (message.getHeader().getField(FIELD::MsgType) == "3") std::cout << "rejects " << message << std::endl;
  }
  void toApp(Message &message, const SessionID &) throw(DoNotSend) override {
    if (message.getHeader().getField(FIELD::MsgType) == "j") std::cout << "rejects " << message << std::endl;
  }
  void fromAdmin(const Message &message, const SessionID &) throw(FieldNotFound, IncorrectDataFormat, IncorrectTagValue, RejectLogon) override {
    if (message.getHeader().getField(FIELD::MsgType) == "3") std::cout << "rejected " << message << std::endl;
  }
  void fromApp(const Message &message, const SessionID &session) throw(FieldNotFound, IncorrectDataFormat, IncorrectTagValue, UnsupportedMessageType) override {
    crack(message, session);
  }

  void onMessage(const FIX44::SecurityListRequest &request, const SessionID &session) override {
    SecurityReqID id; request.get(id);
    FIX44::SecurityList list(id, SecurityResponseID("L1"), SecurityRequestResult(0));
    FIX44::SecurityList::NoRelatedSym group;
    group.set(Symbol("EUR/USD"));
    list.addGroup(group);
    Session::sendToTarget(list, session);
  }

  void onMessage(const FIX44::MarketDataRequest &request, const SessionID &session) override {
    MDReqID id; request.get(id);
    FIX44::MarketDataRequest::NoRelatedSym group; request.getGroup(1, group);
    Symbol symbol; group.get(symbol);
    if (symbol.getValue() != "EUR/USD") {
      FIX44::MarketDataRequestReject reject(id);
      reject.set(MDReqRejReason('0'));
      Session::sendToTarget(reject, session);
      return;
    }
    std::lock_guard<std::mutex> guard(lock);
    FIX44::MarketDataSnapshotFullRefresh snapshot;
    snapshot.set(id);
    snapshot.set(symbol);
    addEntry<FIX44::MarketDataSnapshotFullRefresh, FIX44::MarketDataSnapshotFullRefresh::NoMDEntries>(snapshot, '0', bid(), false);
    addEntry<FIX44::MarketDataSnapshotFullRefresh, FIX44::MarketDataSnapshotFullRefresh::NoMDEntries>(snapshot, '1', bid() + 0.0001, false);
    Session::sendToTarget(snapshot, session);
    subscriptions[id.getValue()] = {session, symbol.getValue()};
  }

  void onMessage(const FIX44::NewOrderSingle &order, const SessionID &session) override {
    ClOrdID id; Symbol symbol; Side side; OrderQty quantity;
    order.get(id); order.get(symbol); order.get(side); order.get(quantity);
    std::lock_guard<std::mutex> guard(lock);
    if (id.getValue()[0] == 'R') {
      report(session, id, symbol, side, quantity, ExecType_REJECTED, OrdStatus_REJECTED, 0, 0, "refused");
      return;
    }
    orders[id] += quantity;
    held += (side == Side_BUY ? 1 : -1) * double(quantity);
    report(session, id, symbol, side, quantity, ExecType_NEW, OrdStatus_NEW, 0, 0);
    report(session, id, symbol, side, quantity, ExecType_TRADE, OrdStatus_PARTIALLY_FILLED, quantity / 2, quantity / 2);
    report(session, id, symbol, side, quantity, ExecType_TRADE, OrdStatus_FILLED, quantity / 2, quantity);
  }

  void onMessage(const FIX44::OrderStatusRequest &request, const SessionID &session) override {
    ClOrdID id; Symbol symbol; Side side;
    request.get(id); request.get(symbol); request.get(side);
    std::lock_guard<std::mutex> guard(lock);
    auto known = orders.find(id);
    FIX44::ExecutionReport report(OrderID("O" + id.getValue()), ExecID("0"), ExecType('I'), OrdStatus(known == orders.end() ? '8' : '2'), side,
                                  LeavesQty(0), CumQty(known == orders.end() ? 0 : known->second), AvgPx(1.1));
    report.set(id);
    report.set(symbol);
    if (known == orders.end()) report.set(OrdRejReason(5));
    Session::sendToTarget(report, session);
  }

  void onMessage(const FIX44::RequestForPositions &request, const SessionID &session) override {
    PosReqID id; request.get(id);
    std::lock_guard<std::mutex> guard(lock);
    FIX44::PositionReport report;
    report.set(PosMaintRptID("P1"));
    report.set(id);
    report.set(PosReqResult(0));
    report.set(TotalNumPosReports(1));
    report.set(ClearingBusinessDate("20261118"));
    report.set(Account("house"));
    report.set(AccountType(1));
    report.set(Symbol("EUR/USD"));
    report.set(SettlPrice(1.1));
    report.set(SettlPriceType(1));
    report.set(PriorSettlPrice(1.1));
    FIX44::PositionReport::NoPositions group;
    group.set(PosType("TQ"));
    group.set(LongQty(held));
    report.addGroup(group);
    Session::sendToTarget(report, session);
  }

  void quote() {
    std::lock_guard<std::mutex> guard(lock);
    step += 1;
    for (auto &entry : subscriptions) {
      FIX44::MarketDataIncrementalRefresh change;
      change.set(MDReqID(entry.first));
      addEntry<FIX44::MarketDataIncrementalRefresh, FIX44::MarketDataIncrementalRefresh::NoMDEntries>(change, '0', bid(), true);
      addEntry<FIX44::MarketDataIncrementalRefresh, FIX44::MarketDataIncrementalRefresh::NoMDEntries>(change, '1', bid() + 0.0001, true);
      try { Session::sendToTarget(change, entry.second.session); } catch (SessionNotFound &) {}
    }
  }
};

int main(int count, char **words) {
  if (count < 2) return 2;
  SessionSettings settings(words[1]);
  Provider provider;
  FileStoreFactory stores(settings);
  FileLogFactory logs(settings);
  SocketAcceptor acceptor(provider, stores, settings, logs);
  acceptor.start();
  std::cout << "listening" << std::endl;
  for (;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    provider.quote();
  }
}
