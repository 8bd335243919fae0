"""Runs ThingsBoard's Python SDK against our server: `python3 thingsboardSdk.py device|gateway|provision PORT …`.

Prints one line of JSON for whatever happens, and ends when its input does.
"""
import json
import sys
import threading

from tb_device_mqtt import TBDeviceMqttClient
from tb_gateway_mqtt import TBGatewayMqttClient

lock = threading.Lock()


def tell(event, value=None):
    with lock:
        print(json.dumps([event, value]), flush=True)


def connect(client):
    connected = threading.Event()

    def on_connect(_client, _userdata, _flags, code, *_extra):
        if code.value == 0:
            connected.set()

    client.connect(callback=on_connect, timeout=1)
    tell("connected", connected.wait(20))
    # The SDK asks for the limits of its session before anything else.
    while not client.rate_limits_received and connected.is_set():
        threading.Event().wait(0.05)
    tell("limits", client.max_payload_size)


def run_device(client):
    client.set_server_side_rpc_request_handler(
        lambda number, body: (tell("command", body), client.send_rpc_reply(number, {"success": True}))
    )
    client.subscribe_to_all_attributes(lambda values, *_: tell("changed", values))
    connect(client)
    tell("telemetry", client.send_telemetry({"ts": 1_700_000_000_000, "values": {"kw": 41.9}}).get())
    tell("reported", client.send_attributes({"model": "DHT-22"}).get())
    tell("claim", client.claim("secret", 30000).get())
    client.request_attributes(["model"], ["rate"], callback=lambda values, *_: tell("attributes", values))
    client.send_rpc_call("getCurrentTime", {}, lambda _number, answer, _error: tell("time", answer))


def run_gateway(client):
    def obey(_gateway, content):
        tell("command", content)
        client.gw_send_rpc_reply(content["device"], content["data"]["id"], {"success": True})

    client.gw_set_server_side_rpc_request_handler(obey)
    connect(client)
    tell("connect", client.gw_connect_device("behind").get())
    client.gw_subscribe_to_all_attributes(lambda content: tell("changed", content))
    values = [{"ts": 1_700_000_000_000, "values": {"kw": 2}}]
    tell("telemetry", client.gw_send_telemetry("behind", values).get())
    tell("reported", client.gw_send_attributes("behind", {"model": "X1"}).get())
    client.gw_request_shared_attributes("behind", ["rate"], lambda values, *_: tell("attributes", values))


def main():
    kind, port, token = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    if kind == "provision":
        found = TBDeviceMqttClient.provision("127.0.0.1", token, sys.argv[4], port, "made by the SDK")
        tell("provisioned", found)
        return
    make = TBDeviceMqttClient if kind == "device" else TBGatewayMqttClient
    client = make("127.0.0.1", port, token)
    (run_device if kind == "device" else run_gateway)(client)
    sys.stdin.read()
    client.disconnect()
    client.stop()


main()
